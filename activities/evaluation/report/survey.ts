/** What the page says of all cases: the distribution of the scores, and which cases are the worst. */
import type { MetricSummary } from '../../../domain/evaluation/results.ts';
import { scoresOfCases } from '../../../domain/evaluation/scored-cases.ts';
import { metricOf } from '../../../engines/evaluation/metrics/index.ts';
import { histogramOf } from '../../../engines/evaluation/report/plots/histogram.ts';
import type { ReportedMetric } from '../../../engines/evaluation/report/quality/metric.ts';
import { worstPlace } from '../../../engines/evaluation/report/quality/worst.ts';
import type { Database } from '../../../platform/database/client.ts';

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
  const described = summaries.map(({ metric_key }) => metricOf(metric_key));
  const found: number[][] = summaries.map(() => []);
  const places: { ordinal: number; place: number }[] = [];
  for await (const { ordinal, scores } of scoresOfCases(database, jobId)) {
    const ranked = scores.flatMap(({ position, score }) => {
      const metric = described[position];
      if (score === null || metric === undefined) return [];
      found[position]?.push(score);
      return [{ score, direction: metric.direction, range: metric.range }];
    });
    places.push({ ordinal, place: worstPlace(ranked) });
  }
  places.sort((a, b) => a.place - b.place || a.ordinal - b.ordinal);
  return {
    metrics: summaries.map(({ metric_key, pass_rate: passRate, ...summary }, position) => {
      const { title, direction, range } = metricOf(metric_key);
      const histogram = histogramOf(found[position] ?? [], range);
      return { key: metric_key, title, direction, ...summary, passRate, histogram };
    }),
    worstFirst: places.map(({ ordinal }) => ordinal),
  };
}
