/** What workflows of evaluation return. */
import { Type } from 'typebox';
import { OrNull, decoder } from '../../platform/stored.ts';
import type { Stored } from '../../platform/stored.ts';

const IntervalShape = Type.Object({ low: Type.Number(), high: Type.Number() });

const MetricSummaryShape = Type.Object({
  metric_key: Type.String(),
  /** `built_in`; `null` for a metric without a judge. */
  judge: OrNull(Type.String()),
  threshold: OrNull(Type.Number()),
  /** Cases with a score. */
  measured: Type.Integer(),
  /** Cases without one, by reason. */
  unmeasured: Type.Record(Type.String(), Type.Integer()),
  /** Over the measured cases; `null` without any. */
  mean: OrNull(Type.Number()),
  /** Of the mean, by bootstrap over groups of cases. */
  interval: OrNull(IntervalShape),
  /** Share of the measured cases that meet the threshold. */
  pass_rate: OrNull(Type.Number()),
  /** Whether the mean meets the threshold; `null` without a threshold or a measured case. */
  passed: OrNull(Type.Boolean()),
});
export type MetricSummary = Stored<typeof MetricSummaryShape>;

const QualityResultShape = Type.Object({
  engine_id: Type.Literal('quality_evaluator'),
  /** The client's name of the run. */
  name: OrNull(Type.String()),
  cases: Type.Integer(),
  /** One for each measurement: a metric of the request, by one judge. */
  metrics: Type.Array(MetricSummaryShape),
});
/** What `qualityJob` returns. */
export type QualityResult = Stored<typeof QualityResultShape>;
export const qualityResultOf = decoder('The result of a quality evaluation', QualityResultShape);
