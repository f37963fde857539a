/** What the steps of an evaluation take. */
import type { JobEnvelope } from '../../domain/jobs/model.ts';
import type { Rows } from '../../domain/jobs/batches.ts';
import type { AskedMetric } from './judging/requests.ts';

export interface CasesInput {
  readonly envelope: JobEnvelope;
  /** Of the request: part of the key of its cases, a JSON text per line. */
  readonly cases_digest: string;
}

/** A metric of the request, with all defaults filled in. */
export interface RequestedMetric extends AskedMetric {
  readonly threshold: number | null;
}

export interface JudgeInput {
  readonly envelope: JobEnvelope;
  readonly metrics: readonly RequestedMetric[];
  readonly rows: Rows;
}

export interface SummaryInput {
  readonly envelope: JobEnvelope;
  readonly metrics: readonly RequestedMetric[];
}
