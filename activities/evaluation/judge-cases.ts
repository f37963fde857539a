/** The step that judges cases, and commits their scores. */
import { casesToJudge, commitScores, unjudgedCases } from '../../domain/evaluation/cases.ts';
import type { JudgedCase } from '../../domain/evaluation/cases.ts';
import type { BatchEnd, Range } from '../../domain/jobs/batches.ts';
import { fairnessKey } from '../../domain/jobs/priority.ts';
import type { Models } from '../../domain/models/index.ts';
import type { Database } from '../../platform/database/client.ts';
import { thisJob } from '../jobs/this-job.ts';
import type { Step } from '../step/step.ts';
import type { JudgingPool } from './judging/pool.ts';
import type { JudgeInput } from './types.ts';
import { embedCases } from './embed-cases.ts';

export interface JudgeDependencies {
  readonly database: Database;
  readonly judging: Pick<JudgingPool, 'measure'>;
  readonly models: Models;
}

/** Cases of a step, and steps of a plan. */
const PLAN = { size: 50, ranges: 40 };

/** Which cases are judged next. */
export function planCases({ database }: Pick<JudgeDependencies, 'database'>, after: string): Promise<Range[]> {
  return casesToJudge(database, thisJob().jobId, after, PLAN);
}

/** Judges the cases of a range that no other attempt has judged. */
export async function judgeCases(
  { database, judging, models }: JudgeDependencies,
  { envelope, measurements, rows }: JudgeInput,
  step: Step,
): Promise<BatchEnd> {
  step.begin();
  const due = await unjudgedCases(database, step.jobId, rows);
  const vectorsOf = await embedCases(models, due, measurements, step, envelope.tenant_id);
  const caller = {
    key: fairnessKey(envelope.tenant_id),
    signal: step.signal,
    timeoutMs: envelope.limits.step_timeout_ms,
  };
  const judged: JudgedCase[] = [];
  for (const { id, subject } of due) {
    const asked = measurements.map((measurement) => ({ ...measurement, vectors: vectorsOf(subject, measurement) }));
    judged.push({ id, measured: await judging.measure({ subject, measurements: asked }, caller) });
    step.onProgress({ completed: judged.length, total: due.length, unit: 'cases', message: null });
  }
  await commitScores(database, judged);
  return { is_done: true };
}
