import type { WorkflowClient, WorkflowExecutionDescription } from '@temporalio/client';
import type { JobMemo } from './model.ts';
import { readHistory } from './read-history.ts';
import { undoneUsage } from './reset-usage.ts';
import { addUsage, readUsage } from './usage.ts';
import type { Usage } from './usage.ts';

const NOTED = ['usage', 'unreported', 'children_usage'] as const satisfies (keyof JobMemo)[];

/** What a job and its child jobs have spent so far, by the description of its current run; a child counts once it has ended. */
export async function spentUsage(
  workflows: WorkflowClient,
  { workflowId, runId, memo, raw }: WorkflowExecutionDescription,
): Promise<Usage> {
  const known = NOTED.map((field) => readUsage(memo?.[field]) ?? []);
  if (raw.workflowExecutionInfo?.firstRunId === runId) return addUsage(...known);
  // It may have been reset: then it has spent more than its run knows.
  const { own, children } = await undoneUsage(runId, (run) => readHistory(workflows, workflowId, run));
  return addUsage(...known, own, children);
}
