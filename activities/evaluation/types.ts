/** What the steps of an evaluation take. */
import type { QualityResult } from '../../domain/evaluation/results.ts';
import type { Rows } from '../../domain/jobs/batches.ts';
import type { JobEnvelope } from '../../domain/jobs/model.ts';

export interface CasesInput {
  readonly envelope: JobEnvelope;
  /** Of the request: part of the key of its cases, a JSON text per line. */
  readonly cases_digest: string;
}

/** A metric of a request, by one judge. */
export interface Measurement {
  readonly metric_key: string;
  /** Checked against the metric's schema. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly threshold: number | null;
  /** `built_in`; `null` for a metric without a judge. */
  readonly judge: string | null;
}

export interface JudgeInput {
  readonly envelope: JobEnvelope;
  readonly measurements: readonly Measurement[];
  readonly rows: Rows;
}

export interface ReportInput {
  readonly envelope: JobEnvelope;
  /** What the workflow returns beside its reports. */
  readonly result: Omit<QualityResult, 'reports'>;
}

export interface SummaryInput {
  readonly envelope: JobEnvelope;
  readonly measurements: readonly Measurement[];
}
