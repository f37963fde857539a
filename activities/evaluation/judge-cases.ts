/** The step that measures cases by metrics that need no language model, and commits their scores. */
import { fairnessKey } from '../../domain/jobs/priority.ts';
import type { BatchEnd, Range } from '../../domain/jobs/batches.ts';
import { casesToJudge, commitScores, unjudgedCases } from '../../domain/evaluation/cases.ts';
import type { JudgedCase } from '../../domain/evaluation/cases.ts';
import type { Database } from '../../platform/database/client.ts';
import { thisJob } from '../jobs/this-job.ts';
import type { Step } from '../step/step.ts';
import type { JudgingPool } from './judging/pool.ts';
import type { JudgeInput } from './types.ts';

export interface JudgeDependencies {
  readonly database: Database;
  readonly judging: Pick<JudgingPool, 'measure'>;
}

/** Cases of a step, and steps of a plan. */
const PLAN = { size: 50, ranges: 40 };

/** Which cases are judged next. */
export function planCases({ database }: Pick<JudgeDependencies, 'database'>, after: string): Promise<Range[]> {
  return casesToJudge(database, thisJob().jobId, after, PLAN);
}

/** Judges the cases of a range that no other attempt has judged. */
export async function judgeCases(
  { database, judging }: JudgeDependencies,
  { envelope, metrics, rows }: JudgeInput,
  step: Step,
): Promise<BatchEnd> {
  step.begin();
  const due = await unjudgedCases(database, step.jobId, rows);
  const caller = {
    key: fairnessKey(envelope.tenant_id),
    signal: step.signal,
    timeoutMs: envelope.limits.step_timeout_ms,
  };
  const judged: JudgedCase[] = [];
  for (const { id, subject } of due) {
    judged.push({ id, measured: await judging.measure({ subject, metrics }, caller) });
    step.onProgress({ completed: judged.length, total: due.length, unit: 'cases', message: null });
  }
  await commitScores(database, judged);
  return { is_done: true };
}
