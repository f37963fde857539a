/** What the steps of an evaluation take. */
import type { DatasetSource } from '../../domain/evaluation/datasets/cases.ts';
import type { QualityResult } from '../../domain/evaluation/results.ts';
import type { Rows, TokenRange } from '../../domain/jobs/row-ranges.ts';
import type { JobEnvelope } from '../../domain/jobs/model.ts';
import type { Target } from './targets/target.ts';

export interface CasesInput {
  readonly envelope: JobEnvelope;
  /** Of the request: part of the key of its cases, a JSON text per line. */
  readonly cases_digest: string;
  /** The dataset that has the cases instead. */
  readonly source?: DatasetSource;
}

/** A metric of a request, by one judge. */
export interface Measurement {
  readonly metric_key: string;
  /** Checked against the metric's schema. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly threshold: number | null;
  /** `built_in`, or the name of a model; `null` for a metric without a judge. */
  readonly judge: string | null;
  /** How often it is made of each case: more than once only by a model. */
  readonly repeats: number;
}

export interface PlanInput {
  readonly measurements: readonly Measurement[];
  /** The last row of the plan before; `"0"` for the first. */
  readonly after: string;
}

export interface OutputPlanInput {
  readonly target: Target;
  /** The last row of the plan before; `"0"` for the first. */
  readonly after: string;
}

export interface ProduceInput {
  readonly envelope: JobEnvelope;
  readonly target: Target;
  readonly rows: Rows;
  /** A limit of the job was reached: the target is not asked. */
  readonly is_over_budget: boolean;
}

/** Cases with what language models are expected to take to answer or to judge them. */
export interface PricedCases extends TokenRange {
  /** Names of the models, as their usage has them; none when no model is asked. */
  readonly models: readonly string[];
  readonly usd: number;
}

export interface JudgeInput {
  readonly envelope: JobEnvelope;
  readonly measurements: readonly Measurement[];
  readonly rows: Rows;
  /** A limit of the job was reached: no model is asked, and what it would have judged is unmeasured. */
  readonly is_over_budget: boolean;
}

export interface ReportInput {
  readonly envelope: JobEnvelope;
  /** What the workflow returns beside its reports. */
  readonly result: Omit<QualityResult, 'reports' | 'dataset_id'>;
}

export interface SummaryInput {
  readonly envelope: JobEnvelope;
  readonly measurements: readonly Measurement[];
  /** Whether the run has a target, whose outputs are counted. */
  readonly has_target?: boolean;
}
