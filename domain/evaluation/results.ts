/** What workflows of evaluation return. */
import { Type } from 'typebox';
import { OrNull, decoder } from '../../platform/stored-json.ts';
import type { Stored } from '../../platform/stored-json.ts';
import { REPORT_NAMES } from './reports.ts';

const IntervalShape = Type.Object({ low: Type.Number(), high: Type.Number() });

const MetricSummaryShape = Type.Object({
  metric_key: Type.String(),
  /** `built_in`, or the name of a model; `null` for a metric without a judge. */
  judge: OrNull(Type.String()),
  /** How often each case was measured. */
  repeats: Type.Integer(),
  threshold: OrNull(Type.Number()),
  /** Cases with a score. */
  measured: Type.Integer(),
  /** Cases without one, by reason. */
  unmeasured: Type.Record(Type.String(), Type.Integer()),
  /** Over the measured cases; `null` without any. */
  mean: OrNull(Type.Number()),
  /** Of the mean, by bootstrap over groups of cases. */
  interval: OrNull(IntervalShape),
  /** Standard deviation over the repeats of a case, pooled over the cases. */
  spread: OrNull(Type.Number()),
  /** Share of the measured cases that meet the threshold. */
  pass_rate: OrNull(Type.Number()),
  /** Whether the mean meets the threshold; `null` without a threshold or a measured case. */
  passed: OrNull(Type.Boolean()),
});
export type MetricSummary = Stored<typeof MetricSummaryShape>;

const StoredReportShape = Type.Object({ name: Type.Enum(REPORT_NAMES), bytes: Type.Integer() });
/** A report as an object of the job. */
export type StoredReport = Stored<typeof StoredReportShape>;

const AgreementShape = Type.Object({
  metric_key: Type.String(),
  /** Positions of their measurements in `metrics`. */
  positions: Type.Tuple([Type.Integer(), Type.Integer()]),
  /** Cases with a score by both. */
  cases: Type.Integer(),
  /** Cohen's, of whether scores reach the threshold. */
  kappa: OrNull(Type.Number()),
  spearman: OrNull(Type.Number()),
});

const SummaryShape = Type.Object({
  /** One for each measurement: a metric of the request, by one judge. */
  metrics: Type.Array(MetricSummaryShape),
  /** One for each pair of judges of a metric. */
  agreement: Type.Array(AgreementShape),
  /** What the target gave; absent from runs without one. */
  outputs: Type.Optional(
    Type.Object({
      /** Cases that have an output of the target. */
      produced: Type.Integer(),
      /** Cases that it gave none for. */
      failed: Type.Integer(),
    }),
  ),
});
export type RunSummary = Stored<typeof SummaryShape>;

const QualityResultShape = Type.Object({
  engine_id: Type.Literal('quality_evaluator'),
  /** The client's name of the run. */
  name: OrNull(Type.String()),
  /** The evaluation dataset that the cases are from, whose policy decides who reads the result. */
  dataset_id: OrNull(Type.String()),
  cases: Type.Integer(),
  ...SummaryShape.properties,
  /** The limit of the request that stopped the target or the judges. */
  stopped_by: OrNull(Type.Enum(['max_cost_usd', 'max_tokens'])),
  reports: Type.Array(StoredReportShape),
});
/** What `qualityJob` returns. */
export type QualityResult = Stored<typeof QualityResultShape>;

const GateShape = Type.Object({ metric_key: Type.String(), threshold: OrNull(Type.Number()) });
/** A metric of a performance run, with the figure that each level must reach. */
export type Gate = Stored<typeof GateShape>;

export const TUNING_LIMITS = ['objective', 'highest', 'client'] as const;

const PerformanceResultShape = Type.Object({
  engine_id: Type.Literal('performance_evaluator'),
  /** The client's name of the run. */
  name: OrNull(Type.String()),
  gates: Type.Array(GateShape),
  tuned: OrNull(
    Type.Object({
      by: Type.Enum(['parallel', 'rate']),
      /** `null`: not even the lowest load met the objective. */
      largest: OrNull(Type.Number()),
      /** Ordinals of the levels with that load. */
      levels: Type.Array(Type.Integer()),
      /**
       * Why no larger load was found: the next one missed the objective, it was the highest of the request, or the
       * generator was the bottleneck.
       */
      limited_by: Type.Enum([...TUNING_LIMITS]),
    }),
  ),
  reports: Type.Array(StoredReportShape),
});
/** What `performanceJob` returns. Its levels are rows. */
export type PerformanceResult = Stored<typeof PerformanceResultShape>;

/** What a workflow of evaluation returns. */
export const evaluationResultOf = decoder(
  'The result of an evaluation',
  Type.Union([QualityResultShape, PerformanceResultShape]),
);

export const AddedVersionShape = Type.Object({
  dataset_id: Type.String(),
  version: Type.Integer(),
  rows: Type.Integer(),
});
/** The version of a dataset that a job has added. `importJob` returns it. */
export type AddedVersion = Stored<typeof AddedVersionShape>;
export const importResultOf = decoder('The result of an import', AddedVersionShape);
