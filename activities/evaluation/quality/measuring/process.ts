/**
 * Entry point of a measuring process: it measures cases by pure functions, which take longer the longer the texts are.
 */
import type { Case } from '../../../../engines/evaluation/cases/index.ts';
import type { Given, Measured } from '../../../../engines/evaluation/metrics/index.ts';
import { metricOf } from '../../../../engines/evaluation/metrics/index.ts';
import { serveProcessPool } from '../../../../platform/process-pool/child.ts';
import type { Measurement } from '../../types.ts';

export interface MeasuringRequest {
  readonly subject: Case;
  readonly measurements: readonly (Pick<Measurement, 'metric_key' | 'params'> & Given)[];
}

const measuringCalls = {
  /** One for each measurement, in their order. */
  measure: ({ subject, measurements }: MeasuringRequest): readonly Measured[] =>
    measurements.map(({ metric_key, params, vectors }) => {
      try {
        return metricOf(metric_key).measure(subject, params, { vectors });
      } catch (error) {
        // Such as JSON that is nested deeper than the stack. The other measurements, and cases, are not to blame.
        return { unmeasured: 'too_complex', about: error instanceof Error ? error.name : 'thrown' };
      }
    }),
};
export type MeasuringCalls = typeof measuringCalls;

serveProcessPool(measuringCalls);
