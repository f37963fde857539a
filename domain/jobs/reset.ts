/** Runs a job on from what did not finish: Temporal's reset, at the right point. */
import type { WorkflowClient, WorkflowExecutionDescription } from '@temporalio/client';
import proto from '@temporalio/proto';
import Long from 'long';
import { readHistory } from './read-history.ts';
import { resetPoint } from './reset-point.ts';

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
