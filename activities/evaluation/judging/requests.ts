/** What steps ask of a judging process, and what it answers. */
import type { Case } from '../../../engines/evaluation/case.ts';
import type { Given, Measured } from '../../../engines/evaluation/metrics/metric.ts';
import type { Measurement } from '../types.ts';

export interface JudgingRequest {
  readonly subject: Case;
  readonly measurements: readonly (Pick<Measurement, 'metric_key' | 'params'> & Given)[];
}

/** One for each measurement, in their order. */
export type JudgingAnswer = readonly Measured[];
