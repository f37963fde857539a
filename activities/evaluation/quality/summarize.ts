/** What the scores of a job say together. */
import type { MetricSummary, RunSummary } from '../../../domain/evaluation/results.ts';
import { countOutputs } from '../../../domain/evaluation/outputs.ts';
import { groupsOf, scoresAt } from '../../../domain/evaluation/scored-cases.ts';
import { agreementOf } from '../../../engines/evaluation/judges/index.ts';
import { metricOf } from '../../../engines/evaluation/metrics/index.ts';
import { meets, summarize } from '../../../engines/evaluation/scores/index.ts';
import type { GroupedScore } from '../../../engines/evaluation/scores/index.ts';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { Step } from '../../step/step.ts';
import type { Measurement, SummaryInput } from '../types.ts';

/** A measurement with what it found, in the order of the cases. */
interface Scored extends Measurement {
  readonly position: number;
  readonly scores: readonly GroupedScore[];
}

/** Sums up each measurement, in their order, and compares the judges of each metric. */
export async function summarizeScores(
  { database }: { readonly database: Database },
  { measurements, has_target = false }: SummaryInput,
  step: Step,
): Promise<RunSummary> {
  step.begin();
  const metrics: MetricSummary[] = [];
  const agreement: RunSummary['agreement'][number][] = [];
  let judged: Scored[] = [];
  const groups = await groupsOf(database, step.jobId);
  for (const [position, measurement] of measurements.entries()) {
    const scores: GroupedScore[] = [];
    for await (const { ordinal, ...found } of scoresAt(database, step.jobId, position)) {
      scores.push({ ...found, group: groups.get(ordinal) ?? `case ${ordinal}` });
    }
    const next = { ...measurement, position, scores };
    metrics.push(summaryOf(next));
    // The judges of a metric are neighbors.
    judged = judged.filter((before) => isSameMetric(before, next));
    agreement.push(...judged.map((before) => compare(before, next)));
    judged.push(next);
  }
  return { metrics, agreement, ...(has_target && { outputs: await countOutputs(database, step.jobId) }) };
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
  const of = ({ scores }: Scored) => scores.map(({ score }) => score);
  const positions: [number, number] = [first.position, second.position];
  const metric = metricOf(metric_key);
  const isGood = threshold === null ? null : (score: number) => meets(metric, score, threshold);
  return { metric_key, positions, ...agreementOf(of(first), of(second), isGood) };
}
