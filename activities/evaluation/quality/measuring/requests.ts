/** What steps ask of a measuring process, and what it answers. */
import type { Case } from '../../../../engines/evaluation/cases/case.ts';
import type { Given, Measured } from '../../../../engines/evaluation/metrics/metric.ts';
import type { Measurement } from '../../types.ts';

export interface MeasuringRequest {
  readonly subject: Case;
  readonly measurements: readonly (Pick<Measurement, 'metric_key' | 'params'> & Given)[];
}

/** One for each measurement, in their order. */
export type MeasuringAnswer = readonly Measured[];
