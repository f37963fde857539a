/** What the page says of all cases: the distribution of the scores, and which cases are the worst. */
import type { MetricSummary } from '../../../../domain/evaluation/results.ts';
import { scoresAt } from '../../../../domain/evaluation/scored-cases.ts';
import { metricOf } from '../../../../engines/evaluation/metrics/index.ts';
import { histogramOf } from '../../../../engines/report/plots/histogram.ts';
import type { ReportedMetric } from '../../../../engines/evaluation/report/index.ts';
import { UNRANKED, placeOf } from '../../../../engines/evaluation/report/index.ts';
import type { Database } from '../../../../platform/database/client.ts';

export interface Survey {
  readonly metrics: readonly ReportedMetric[];
  /** Ordinals of all cases. */
  readonly worstFirst: readonly number[];
}

/** `summaries`: one for each measurement of the job, in their order. */
export async function surveyScores(
  database: Database,
  jobId: string,
  summaries: readonly MetricSummary[],
): Promise<Survey> {
  const metrics: ReportedMetric[] = [];
  /** Of the worst score of each case. */
  const places: number[] = [];
  for (const [position, { metric_key, pass_rate: passRate, ...summary }] of summaries.entries()) {
    const metric = metricOf(metric_key);
    const { title, direction, range } = metric;
    const scores: number[] = [];
    for await (const { ordinal, score } of scoresAt(database, jobId, position)) {
      const place = score === null ? UNRANKED : placeOf(metric, score);
      places[ordinal] = Math.min(places[ordinal] ?? UNRANKED, place);
      if (score !== null) scores.push(score);
    }
    const histogram = histogramOf(scores, range);
    metrics.push({ key: metric_key, title, direction, ...summary, passRate, histogram });
  }
  const ranked = places.map((place, ordinal) => ({ place, ordinal }));
  ranked.sort((a, b) => a.place - b.place || a.ordinal - b.ordinal);
  return { metrics, worstFirst: ranked.map(({ ordinal }) => ordinal) };
}
