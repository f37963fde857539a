/** Runs a failed job on from the step that failed: Temporal's reset, at the right point. */
import { randomUUID } from 'node:crypto';
import proto from '@temporalio/proto';
import Long from 'long';
import type { HistoryEvent } from '../../platform/temporal/decode.ts';
import { readHistory } from '../../domain/jobs/read-history.ts';
import { holdSlot } from '../../domain/jobs/slots.ts';
import type { Services } from '../services.ts';
import type { KnownJob } from './find.ts';

/**
 * Resets the workflow of a job that failed. Finished steps are kept: the new run begins at the workflow task that
 * scheduled the step that did not finish.
 */
export async function retryJob(
  { temporal: connected, database }: Services,
  { jobId, description, memo }: KnownJob,
  reason: string,
): Promise<void> {
  const { tenant_id: tenantId, priority, created_at, limits } = memo.job;
  if (limits.max_running_jobs !== undefined) {
    await holdSlot(database.db, { jobId, tenantId, priority, createdAt: new Date(created_at) });
  }
  const history = await readHistory(connected.client.workflow, jobId, description.runId);
  await connected.connection.workflowService.resetWorkflowExecution({
    namespace: connected.namespace,
    workflowExecution: { workflowId: jobId, runId: description.runId },
    reason,
    workflowTaskFinishEventId: Long.fromNumber(resetPoint(history)),
    requestId: randomUUID(),
    // The signals of the undone step are words about an attempt that never was.
    resetReapplyExcludeTypes: [proto.temporal.api.enums.v1.ResetReapplyExcludeType.RESET_REAPPLY_EXCLUDE_TYPE_SIGNAL],
    ...(isPinned(description) && { postResetOperations: [MOVE_TO_CURRENT_RELEASE] }),
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
function isPinned({ raw }: KnownJob['description']): boolean {
  const { VERSIONING_BEHAVIOR_PINNED } = proto.temporal.api.enums.v1.VersioningBehavior;
  return raw.workflowExecutionInfo?.versioningInfo?.behavior === VERSIONING_BEHAVIOR_PINNED;
}

/**
 * The completed workflow task that scheduled the last activity which did not complete; without one, the last completed
 * workflow task. (A reset to the last task of a failed run would only replay the failure.)
 */
function resetPoint(history: readonly HistoryEvent[]): number {
  const completed = new Set(
    history.map((event) => Number(event.activityTaskCompletedEventAttributes?.scheduledEventId ?? 0)),
  );
  const unfinished = history.findLast(
    (event) => event.activityTaskScheduledEventAttributes && !completed.has(Number(event.eventId)),
  );
  const scheduledBy = unfinished?.activityTaskScheduledEventAttributes?.workflowTaskCompletedEventId;
  if (scheduledBy) return Number(scheduledBy);
  const lastTask = history.findLast(
    (event) =>
      event.workflowTaskCompletedEventAttributes ??
      event.workflowTaskStartedEventAttributes ??
      event.workflowTaskScheduledEventAttributes,
  );
  return Number(lastTask?.eventId ?? 0);
}
