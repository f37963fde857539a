import type { WorkflowClient } from '@temporalio/client';
import type { HistoryEvent } from '../../platform/temporal/decode.ts';

/** The whole history of one run, all its pages. Rejects with `WorkflowNotFoundError` when Temporal has forgotten it. */
export async function readHistory(
  workflows: WorkflowClient,
  workflowId: string,
  runId: string,
): Promise<readonly HistoryEvent[]> {
  const history = await workflows.getHandle(workflowId, runId).fetchHistory();
  return history.events ?? [];
}
