/** The last step of every job. */
import { Context } from '@temporalio/activity';
import type { WorkflowHandle } from '@temporalio/client';
import { json } from '../../platform/database/json.ts';
import { eventsAtEnd, historiesOf } from '../../domain/jobs/history.ts';
import type { ReadHistory, RunEnd } from '../../domain/jobs/history.ts';
import { undoneUsage } from '../../domain/jobs/spent-usage.ts';
import { usageMember } from '../../domain/jobs/failure.ts';
import { decodePayload } from '../../platform/temporal/decode.ts';
import type { ChildCounts, JobEnvelope, JobProgress } from '../../domain/jobs/model.ts';
import { addUsage, usageSince } from '../../domain/jobs/usage.ts';
import type { Usage } from '../../domain/jobs/usage.ts';
import { passSlotOn } from './job-slots.ts';
import type { SlotDependencies } from './job-slots.ts';
import { jobExpiry, writeRecord } from '../../domain/jobs/records.ts';
import type { WorkerMetrics } from '../metrics.ts';
import { runMoment } from '../step/plain-activities.ts';

export interface JobOutcome extends RunEnd {
  readonly envelope: JobEnvelope;
  readonly result: object | null;
  readonly started_at: string | null;
  readonly progress: JobProgress | null;
  /** Total usage of the steps that the run knows. */
  readonly usage: Usage;
  /** Usage of the child jobs that the run knows, and the children that ended in this run. */
  readonly children_usage: Usage;
  readonly ended_children: readonly string[];
  /** Usage that the cancelled steps had reported, by activity ID. */
  readonly cancelled_steps: Readonly<Record<string, Usage>>;
  /** `null` when the job had none. */
  readonly children: ChildCounts | null;
}

export type JobActivities = ReturnType<typeof createJobActivities>;

export interface JobDependencies extends SlotDependencies {
  readonly metrics: Pick<WorkerMetrics, 'jobsEnded'>;
}

export function createJobActivities(dependencies: JobDependencies) {
  return {
    recordJob: (outcome: JobOutcome) => runMoment(() => recordJob(dependencies, outcome)),
  };
}

/**
 * Records what must outlive Temporal's retention of the job. A retry writes the same row again; the end of a retried
 * job replaces the record of its earlier run. Releases the job's slot, if it has one, to the next job.
 * Resolves with the usage that the cancelled steps had not reported.
 */
async function recordJob(dependencies: JobDependencies, outcome: JobOutcome): Promise<Usage> {
  const { database, metrics } = dependencies;
  const { client, info } = Context.current();
  if (!info.workflowExecution) throw new Error('recordJob runs only as the last step of a job');
  const { workflowId, runId } = info.workflowExecution;
  const { envelope, state, result, error } = outcome;
  const finishedAt = new Date(outcome.finished_at);
  const readHistory = historiesOf(client.workflow, workflowId);
  const history = await readHistory(runId);
  const read: ReadHistory = async (run) => (run === runId ? history : readHistory(run));
  const events = await eventsAtEnd(workflowId, runId, read, outcome);
  const unreported = await unreportedUsage(client.workflow.getHandle(workflowId, runId), outcome.cancelled_steps);
  const undone = await undoneUsage(runId, read, outcome.ended_children);
  const usage = {
    own: addUsage(outcome.usage, unreported, undone.own),
    children: addUsage(outcome.children_usage, undone.children),
  };

  const row = {
    tenantId: envelope.tenant_id,
    kind: envelope.kind,
    parentJobId: envelope.parent_job_id ?? null,
    batchId: envelope.batch_id ?? null,
    state,
    priority: envelope.priority,
    subject: envelope.subject,
    fingerprint: envelope.fingerprint,
    runId,
    taskQueue: info.taskQueue,
    source: envelope.source,
    dryRun: envelope.dry_run ?? false,
    traceparent: envelope.traceparent,
    createdAt: new Date(envelope.created_at),
    startedAt: outcome.started_at === null ? null : new Date(outcome.started_at),
    finishedAt,
    expiresAt: jobExpiry(envelope, finishedAt),
    progress: json(outcome.progress),
    children: json(outcome.children),
    error: json(error),
    result: json(result),
    events: json(events),
  };
  await writeRecord(database, { id: workflowId, ...row }, usage);
  if (envelope.limits.max_running_jobs !== undefined) {
    await passSlotOn(dependencies, client.workflow, envelope.tenant_id, workflowId);
  }
  metrics.jobsEnded.inc({ kind: envelope.kind, state });
  return unreported;
}

/** Read from the last heartbeats of the steps, which Temporal drops when the workflow closes. */
async function unreportedUsage(
  workflow: WorkflowHandle,
  cancelledSteps: JobOutcome['cancelled_steps'],
): Promise<Usage> {
  if (Object.keys(cancelledSteps).length === 0) return [];
  const { pendingActivities } = (await workflow.describe()).raw;
  return addUsage(
    ...(pendingActivities ?? []).map(({ activityId, heartbeatDetails }) => {
      const reported = cancelledSteps[activityId ?? ''];
      return reported ? usageSince(reported, usageMember(decodePayload(heartbeatDetails?.payloads?.[0]))) : [];
    }),
  );
}
