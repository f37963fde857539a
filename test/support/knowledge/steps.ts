/** Steps of knowledge jobs without Temporal. */
import type { Step } from '../../../activities/step/step.ts';
import type { JobEnvelope, JobKind } from '../../../domain/jobs/model.ts';

/** A step of a job, in a worker that has room. Nobody cancels it unless by `signal`. */
export function stepOf(jobId: string, signal = new AbortController().signal): Step {
  return {
    jobId,
    id: 'run/1',
    priorityKey: 3,
    attempt: 1,
    scheduledAt: new Date(0),
    signal,
    checkpoint: undefined,
    onProgress: () => {},
    begin: () => {},
    keep: () => {},
    spend: () => {},
    spent: () => [],
    inTurn: (_what, work) => work({ signal, onTaken: () => {} }),
    isInTheWay: () => false,
    isUnwanted: async () => false,
  };
}

export function envelopeOf<Kind extends JobKind>(kind: Kind): JobEnvelope<Kind> {
  return {
    kind,
    tenant_id: 't1',
    subject: 'ann',
    roles: [],
    purpose: null,
    priority: 5,
    fingerprint: null,
    source: 'test',
    traceparent: '',
    created_at: new Date(0).toISOString(),
    limits: { step_timeout_ms: 300_000, heartbeat_timeout_ms: 60_000, retention_days: 7 },
  };
}
