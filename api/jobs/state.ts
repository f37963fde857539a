import proto from '@temporalio/proto';
import type { temporal } from '@temporalio/proto';
import type { WorkflowExecutionDescription } from '@temporalio/client';
import { decodePayload } from '../../platform/temporal/decode.ts';
import { SEARCH_ATTRIBUTES } from '../../domain/jobs/model.ts';
import type { JobState, StepHeartbeat } from '../../domain/jobs/model.ts';

/** The state of a job, from Temporal's description of its workflow. */
export function stateOf({ status, searchAttributes, raw }: WorkflowExecutionDescription): JobState {
  switch (status.name) {
    case 'COMPLETED':
      return 'succeeded';
    case 'CANCELLED':
      return 'cancelled';
    case 'FAILED':
    case 'TERMINATED':
    case 'TIMED_OUT':
      return 'failed';
    default:
      if (raw.workflowExtendedInfo?.cancelRequested) return 'cancelling';
      if (searchAttributes[SEARCH_ATTRIBUTES.state]?.[0] !== 'queued') return 'running';
      return begunAt(raw.pendingActivities ?? []) === null ? 'queued' : 'running';
  }
}

const { PendingActivityState } = proto.temporal.api.enums.v1;

export type PendingActivity = temporal.api.workflow.v1.IPendingActivityInfo;

/**
 * When a worker started the first of these steps, from their heartbeats, which arrive before the workflow is informed.
 * `null` when all are waiting for a worker or for their turn there. RFC 3339.
 */
export function begunAt(pending: readonly PendingActivity[]): string | null {
  const times = pending.flatMap((activity) => heartbeatOf(activity)?.began_at ?? []);
  return times.toSorted()[0] ?? null;
}

/** The last heartbeat of the step, in this attempt or the previous one; `null` when there is none. */
export function heartbeatOf({ heartbeatDetails }: PendingActivity): StepHeartbeat | null {
  return decodePayload<StepHeartbeat>(heartbeatDetails?.payloads?.[0]);
}

/** Whether a worker is running this activity, even if only to stop it after a pause. */
export function isAtWork({ state }: PendingActivity): boolean {
  return (
    state === PendingActivityState.PENDING_ACTIVITY_STATE_STARTED ||
    state === PendingActivityState.PENDING_ACTIVITY_STATE_PAUSE_REQUESTED
  );
}
