/** The results of steps that a retried job does not repeat. */
import { createHash } from 'node:crypto';
import type { Info } from '@temporalio/activity';
import { WorkflowNotFoundError } from '@temporalio/client';
import type { WorkflowClient } from '@temporalio/client';
import { terminalEvent } from '../../domain/jobs/decode.ts';
import { historiesOf, resetBaseRun } from '../../domain/jobs/history.ts';
import type { ReadHistory } from '../../domain/jobs/history.ts';
import { finishedSteps } from '../../domain/jobs/reset-point.ts';
import type { StepResult } from '../../domain/jobs/model.ts';

/** Runs whose kept results are in memory: all steps of a retried job ask for those of the same one. */
const KNOWN_RUNS = 20;

type KeptResults = ReadonlyMap<string, StepResult<never>>;

const known = new Map<string, Promise<KeptResults>>();

/**
 * What the same step, by activity id, name and input, returned in a failed or cancelled run that this run goes on from;
 * `null` when there is no such run, or the step did not finish there. What it spent there counts as undone
 * (domain/jobs/spent-usage.ts), not once more.
 */
export async function keptResult(
  workflows: WorkflowClient,
  { workflowExecution, activityId, activityType }: Info,
  input: unknown,
): Promise<StepResult<never> | null> {
  if (!workflowExecution) return null;
  const { workflowId, runId } = workflowExecution;
  const results = known.get(runId) ?? keptResults(runId, historiesOf(workflows, workflowId));
  known.set(runId, results);
  results.catch(() => known.delete(runId));
  const [oldest] = known.keys();
  if (known.size > KNOWN_RUNS && oldest !== undefined) known.delete(oldest);
  return (await results).get(callOf(activityId, activityType, JSON.stringify(input))) ?? null;
}

/**
 * The results of the steps that finished in the runs that `runId` goes on from, by {@link callOf}. A run that was reset
 * itself, and ended before it asked for a step again, has its results in the run before.
 */
export async function keptResults(runId: string, read: ReadHistory): Promise<KeptResults> {
  const results = new Map<string, StepResult<never>>();
  let history = await read(runId);
  for (let run = runId; ;) {
    const current = run;
    const base = history.map((event) => resetBaseRun(event, current)).findLast((found) => found !== null);
    if (!base) return results;
    try {
      history = await read(base);
    } catch (error) {
      // Temporal has forgotten it meanwhile: the step runs again, as after any other reset.
      if (error instanceof WorkflowNotFoundError) return results;
      throw error;
    }
    const last = history.at(-1);
    const end = last ? terminalEvent(last) : null;
    if (end !== 'failed' && end !== 'cancelled') return results;
    for (const [activityId, { name, input, result }] of finishedSteps(history)) {
      const call = callOf(activityId, name, input);
      if (!results.has(call)) results.set(call, { ...result, usage: [] });
    }
    run = base;
  }
}

/** Names a step with its input, the JSON text of it, in a few bytes. */
export function callOf(activityId: string, name: string, input: string): string {
  return createHash('sha256')
    .update(JSON.stringify([activityId, name, input]))
    .digest('base64');
}
