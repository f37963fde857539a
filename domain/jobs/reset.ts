/** Runs a job on from what did not finish: Temporal's reset, at the right point. */
import type { WorkflowClient, WorkflowExecutionDescription } from '@temporalio/client';
import proto from '@temporalio/proto';
import Long from 'long';
import { decodePayload } from '../../platform/temporal/decode.ts';
import type { HistoryEvent } from '../../platform/temporal/decode.ts';
import { isId } from '../ids.ts';
import { notedIn } from './history.ts';
import { readHistory } from './read-history.ts';

const { ResetReapplyExcludeType, VersioningBehavior } = proto.temporal.api.enums.v1;

/**
 * Resets the workflow of a job that ended without a result. Finished steps before the reset point are kept, and so are all child
 * jobs that succeeded. The `reason` is shown in the job's events. Repeated with the same `requestId`, it changes nothing until
 * another reset.
 */
export async function resetJob(
  workflows: WorkflowClient,
  { workflowId, runId, raw }: WorkflowExecutionDescription,
  reason: string,
  requestId: string,
): Promise<void> {
  const history = await readHistory(workflows, workflowId, runId);
  await workflows.workflowService.resetWorkflowExecution({
    namespace: workflows.options.namespace,
    workflowExecution: { workflowId, runId },
    ...{ reason, requestId },
    workflowTaskFinishEventId: Long.fromNumber(resetPoint(history)),
    resetReapplyExcludeTypes: [
      // The signals of the undone step are words about an attempt that never was.
      ResetReapplyExcludeType.RESET_REAPPLY_EXCLUDE_TYPE_SIGNAL,
      // It ended the run before, not this one.
      ResetReapplyExcludeType.RESET_REAPPLY_EXCLUDE_TYPE_CANCEL_REQUEST,
    ],
    ...(isPinned(raw) && { postResetOperations: [MOVE_TO_CURRENT_RELEASE] }),
  });
}

/** What made a job fail is often mended by the release after its own, and its own may have no workers any more. */
const MOVE_TO_CURRENT_RELEASE = {
  updateWorkflowOptions: {
    workflowExecutionOptions: { versioningOverride: { autoUpgrade: true } },
    updateMask: { paths: ['versioning_override'] },
  },
};

/** Whether versioned workers ran it, and only those of its release may go on with it. */
function isPinned({ workflowExecutionInfo }: WorkflowExecutionDescription['raw']): boolean {
  return workflowExecutionInfo?.versioningInfo?.behavior === VersioningBehavior.VERSIONING_BEHAVIOR_PINNED;
}

/**
 * The completed workflow task that scheduled the last activity which did not complete, or the first child job which did not
 * succeed if that was earlier; without either, the last completed workflow task. (A reset to the last task of a failed run would
 * only replay the failure.) It never comes after a request to cancel.
 */
function resetPoint(history: readonly HistoryEvent[]): number {
  const cancelled = history.findIndex((event) => event.workflowExecutionCancelRequestedEventAttributes);
  const before = cancelled === -1 ? history : history.slice(0, cancelled);
  const scheduledBy = [unfinishedActivity(before, history), unfinishedChild(before, history)].filter((id) => id > 0);
  if (scheduledBy.length > 0) return Math.min(...scheduledBy);
  const lastTask = before.findLast(
    (event) =>
      event.workflowTaskCompletedEventAttributes ??
      event.workflowTaskStartedEventAttributes ??
      event.workflowTaskScheduledEventAttributes,
  );
  return Number(lastTask?.eventId ?? 0);
}

/** The workflow task that scheduled it; 0 when there is none. */
function unfinishedActivity(before: readonly HistoryEvent[], history: readonly HistoryEvent[]): number {
  const completed = new Set(
    history.map((event) => Number(event.activityTaskCompletedEventAttributes?.scheduledEventId ?? 0)),
  );
  const unfinished = before.findLast(
    (event) => event.activityTaskScheduledEventAttributes && !completed.has(Number(event.eventId)),
  );
  return Number(unfinished?.activityTaskScheduledEventAttributes?.workflowTaskCompletedEventId ?? 0);
}

/** The same of child jobs. A reset behind the start of a child would replay how it ended. */
function unfinishedChild(before: readonly HistoryEvent[], history: readonly HistoryEvent[]): number {
  const succeeded = new Set(
    history.map(
      (event) =>
        event.childWorkflowExecutionCompletedEventAttributes?.workflowExecution?.workflowId ??
        decodePayload<string>(notedIn(event, 'succeeded_child')),
    ),
  );
  const unfinished = before
    .map((event) => event.startChildWorkflowExecutionInitiatedEventAttributes)
    .find((child) => child?.workflowId && isId('job', child.workflowId) && !succeeded.has(child.workflowId));
  return Number(unfinished?.workflowTaskCompletedEventId ?? 0);
}
