/** What the scores of a job say together. */
import type { MetricSummary, RunSummary } from '../../domain/evaluation/results.ts';
import { scoresAt } from '../../domain/evaluation/scores.ts';
import { agreementOf } from '../../engines/evaluation/judges-agreement.ts';
import { metricOf } from '../../engines/evaluation/metrics/index.ts';
import { acrossRepeats } from '../../engines/evaluation/repeats.ts';
import { meets, summarize } from '../../engines/evaluation/summary.ts';
import type { CaseScore } from '../../engines/evaluation/summary.ts';
import { canonicalJson } from '../../platform/canonical-json.ts';
import type { Database } from '../../platform/database/client.ts';
import type { Step } from '../step/step.ts';
import type { Measurement, SummaryInput } from './types.ts';

/** Cases that are read at a time. */
const BATCH = 1000;

/** A measurement with what it found, in the order of the cases. */
interface Scored extends Measurement {
  readonly position: number;
  readonly scores: readonly CaseScore[];
}

/** Sums up each measurement, in their order, and compares the judges of each metric. */
export async function summarizeScores(
  { database }: { readonly database: Database },
  { measurements }: SummaryInput,
  step: Step,
): Promise<RunSummary> {
  step.begin();
  const metrics: MetricSummary[] = [];
  const agreement: RunSummary['agreement'][number][] = [];
  let judged: Scored[] = [];
  for (const [position, measurement] of measurements.entries()) {
    const scores = await readScores(database, step.jobId, position);
    const next = { ...measurement, position, scores };
    metrics.push(summaryOf(next));
    // The judges of a metric are neighbors.
    judged = judged.filter((before) => isSameMetric(before, next));
    agreement.push(...judged.map((before) => compare(before, next)));
    judged.push(next);
  }
  return { metrics, agreement };
}

function summaryOf({ metric_key, threshold, judge, repeats, scores }: Scored): MetricSummary {
  const { passRate, ...summary } = summarize(metricOf(metric_key), threshold, scores);
  return { metric_key, threshold, judge, repeats, ...summary, pass_rate: passRate };
}

function isSameMetric(a: Measurement, b: Measurement): boolean {
  const metricIn = ({ metric_key, params, threshold }: Measurement) => canonicalJson({ metric_key, params, threshold });
  return a.judge !== b.judge && metricIn(a) === metricIn(b);
}

function compare(first: Scored, second: Scored): RunSummary['agreement'][number] {
  const { metric_key, threshold } = first;
  const of = ({ scores }: Scored) => scores.map(({ measured }) => ('score' in measured ? measured.score : null));
  const positions: [number, number] = [first.position, second.position];
  const metric = metricOf(metric_key);
  const isGood = threshold === null ? null : (score: number) => meets(metric, score, threshold);
  return { metric_key, positions, ...agreementOf(of(first), of(second), isGood) };
}

async function readScores(database: Database, jobId: string, position: number): Promise<CaseScore[]> {
  const scores: CaseScore[] = [];
  for (let after = -1, isLast = false; !isLast;) {
    const batch = await scoresAt(database, jobId, position, after, BATCH);
    for (const { ordinal, group, found } of batch) {
      scores.push({ group: group ?? String(ordinal), measured: acrossRepeats(found) });
    }
    after = batch.at(-1)?.ordinal ?? after;
    isLast = batch.length < BATCH;
  }
  return scores;
}
