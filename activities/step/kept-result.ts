/** The results of steps that a retried job does not repeat. */
import type { Info } from '@temporalio/activity';
import { WorkflowNotFoundError } from '@temporalio/client';
import type { WorkflowClient } from '@temporalio/client';
import { terminalEvent } from '../../domain/jobs/decode.ts';
import { resetBaseRun } from '../../domain/jobs/history.ts';
import { readHistory } from '../../domain/jobs/read-history.ts';
import { finishedStep } from '../../domain/jobs/reset-point.ts';
import type { StepResult } from '../../domain/jobs/model.ts';
import type { HistoryEvent } from '../../platform/temporal/decode.ts';

/** Runs whose histories are kept in memory: all steps of a retried job ask for the same one. */
const KNOWN_RUNS = 20;

const known = new Map<string, Promise<readonly HistoryEvent[] | null>>();

/**
 * What the same step, by activity id and input, returned in the failed or cancelled run that this run goes on from; `null` when there is no
 * such run, or the step did not finish there. What it spent there counts as undone (domain/jobs/reset-usage.ts), not once more.
 */
export async function keptResult(
  workflows: WorkflowClient,
  { workflowExecution, activityId, activityType }: Info,
  input: unknown,
): Promise<StepResult<never> | null> {
  if (!workflowExecution) return null;
  const { workflowId, runId } = workflowExecution;
  const history = known.get(runId) ?? unfinishedBaseRun(workflows, workflowId, runId);
  known.set(runId, history);
  history.catch(() => known.delete(runId));
  const [oldest] = known.keys();
  if (known.size > KNOWN_RUNS && oldest !== undefined) known.delete(oldest);
  const finished = finishedStep((await history) ?? [], {
    activityId,
    name: activityType,
    input: JSON.stringify(input),
  });
  return finished && { ...finished, usage: [] };
}

/** The history of the run that `runId` was reset from; `null` when it was not, or from a run that succeeded. */
async function unfinishedBaseRun(
  workflows: WorkflowClient,
  workflowId: string,
  runId: string,
): Promise<readonly HistoryEvent[] | null> {
  const own = await readHistory(workflows, workflowId, runId);
  const baseRun = own.map((event) => resetBaseRun(event, runId)).findLast((base) => base !== null);
  if (!baseRun) return null;
  try {
    const base = await readHistory(workflows, workflowId, baseRun);
    const last = base.at(-1);
    const end = last ? terminalEvent(last) : null;
    return end === 'failed' || end === 'cancelled' ? base : null;
  } catch (error) {
    // Temporal has forgotten it meanwhile: the step runs again, as after any other reset.
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}
