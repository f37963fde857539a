/** Continues a job from its unfinished steps: a Temporal reset to the right point. */
import type { WorkflowClient, WorkflowExecutionDescription } from '@temporalio/client';
import proto from '@temporalio/proto';
import Long from 'long';
import { historiesOf } from './history.ts';
import { resetPoint } from './reset-point.ts';

const { ResetReapplyExcludeType, VersioningBehavior } = proto.temporal.api.enums.v1;

/**
 * Resets the workflow of a job that ended without a result. Finished steps before the reset point and all child jobs
 * that succeeded are kept. The `reason` is shown in the job's events. A repeated call with the same `requestId` has no
 * effect until another reset.
 */
export async function resetJob(
  workflows: WorkflowClient,
  { workflowId, runId, raw }: WorkflowExecutionDescription,
  reason: string,
  requestId: string,
): Promise<void> {
  const history = await historiesOf(workflows, workflowId)(runId);
  await workflows.workflowService.resetWorkflowExecution({
    namespace: workflows.options.namespace,
    workflowExecution: { workflowId, runId },
    reason,
    requestId,
    workflowTaskFinishEventId: Long.fromNumber(resetPoint(history)),
    resetReapplyExcludeTypes: [
      // Signals of a discarded step describe attempts that the new run does not have.
      ResetReapplyExcludeType.RESET_REAPPLY_EXCLUDE_TYPE_SIGNAL,
      // The request cancelled the previous run, not this one.
      ResetReapplyExcludeType.RESET_REAPPLY_EXCLUDE_TYPE_CANCEL_REQUEST,
    ],
    ...(isPinned(raw) && { postResetOperations: [MOVE_TO_CURRENT_RELEASE] }),
  });
}

/** The cause of a failure is often fixed in a later release, and the job's own release may no longer have workers. */
const MOVE_TO_CURRENT_RELEASE = {
  updateWorkflowOptions: {
    workflowExecutionOptions: { versioningOverride: { autoUpgrade: true } },
    updateMask: { paths: ['versioning_override'] },
  },
};

/** Whether versioned workers ran it and it is pinned to its release. */
function isPinned({ workflowExecutionInfo }: WorkflowExecutionDescription['raw']): boolean {
  return workflowExecutionInfo?.versioningInfo?.behavior === VersioningBehavior.VERSIONING_BEHAVIOR_PINNED;
}
