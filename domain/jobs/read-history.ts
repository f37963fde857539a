import type { WorkflowClient } from '@temporalio/client';
import type { HistoryEvent } from '../../platform/temporal/decode.ts';

/** Reads all pages of the history of one run. Rejects with `WorkflowNotFoundError` when Temporal has deleted it. */
export async function readHistory(
  workflows: WorkflowClient,
  workflowId: string,
  runId: string,
): Promise<readonly HistoryEvent[]> {
  const history = await workflows.getHandle(workflowId, runId).fetchHistory();
  return history.events ?? [];
}
