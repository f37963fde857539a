/** What the scores of a job say together. */
import { scoresAt } from '../../domain/evaluation/cases.ts';
import type { MetricSummary } from '../../domain/evaluation/results.ts';
import { metricOf } from '../../engines/evaluation/metrics/index.ts';
import { summarize } from '../../engines/evaluation/summary.ts';
import type { CaseScore } from '../../engines/evaluation/summary.ts';
import type { Database } from '../../platform/database/client.ts';
import type { Step } from '../step/step.ts';
import type { SummaryInput } from './types.ts';

/** Scores that are read at a time. */
const BATCH = 1000;

/** One summary for each measurement, in their order. */
export async function summarizeScores(
  { database }: { readonly database: Database },
  { measurements }: SummaryInput,
  step: Step,
): Promise<readonly MetricSummary[]> {
  step.begin();
  const summaries: MetricSummary[] = [];
  for (const [position, { metric_key, threshold, judge }] of measurements.entries()) {
    const scores = await readScores(database, step.jobId, position);
    const { passRate, ...summary } = summarize(metricOf(metric_key), threshold, scores);
    summaries.push({ metric_key, threshold, judge, ...summary, pass_rate: passRate });
  }
  return summaries;
}

async function readScores(database: Database, jobId: string, position: number): Promise<CaseScore[]> {
  const scores: CaseScore[] = [];
  for (let after = -1, isLast = false; !isLast;) {
    const batch = await scoresAt(database, jobId, position, after, BATCH);
    for (const { ordinal, subject, score, unmeasured } of batch) {
      const group = subject.group ?? String(ordinal);
      scores.push({ group, measured: score === null ? { unmeasured: unmeasured ?? '' } : { score } });
    }
    after = batch.at(-1)?.ordinal ?? after;
    isLast = batch.length < BATCH;
  }
  return scores;
}
