import proto from '@temporalio/proto';
import type { temporal } from '@temporalio/proto';
import type { WorkflowExecutionDescription } from '@temporalio/client';
import { decodePayload } from '../../platform/temporal/decode.ts';
import { SEARCH_ATTRIBUTES } from '../../domain/jobs/model.ts';
import type { JobState, StepHeartbeat } from '../../domain/jobs/model.ts';

/** The state of a job, from what Temporal itself says of its workflow. */
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
      return searchAttributes[SEARCH_ATTRIBUTES.state]?.[0] === 'queued' ? 'queued' : 'running';
  }
}

const { PendingActivityState } = proto.temporal.api.enums.v1;

export type PendingActivity = temporal.api.workflow.v1.IPendingActivityInfo;

/** What the step told last, in this attempt or the one before; `null` when it told nothing yet. */
export function heartbeatOf({ heartbeatDetails }: PendingActivity): StepHeartbeat | null {
  return decodePayload<StepHeartbeat>(heartbeatDetails?.payloads?.[0]);
}

/** Whether a worker is at work on this activity right now, if only to stop because it was paused. */
export function isAtWork({ state }: PendingActivity): boolean {
  return (
    state === PendingActivityState.PENDING_ACTIVITY_STATE_STARTED ||
    state === PendingActivityState.PENDING_ACTIVITY_STATE_PAUSE_REQUESTED
  );
}
