/** What steps ask of a judging process, and what it answers. */
import type { Case } from '../../../engines/evaluation/case.ts';
import type { Measured } from '../../../engines/evaluation/metrics/metric.ts';

/** A metric of a request with its parameters. */
export interface AskedMetric {
  readonly metric_key: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface JudgingRequest {
  readonly subject: Case;
  readonly metrics: readonly AskedMetric[];
}

/** One for each metric, in their order. */
export type JudgingAnswer = readonly Measured[];
