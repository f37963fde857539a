/** Entry point of a measuring process: it measures cases by pure functions, which take longer the longer the texts are. */
import { metricOf } from '../../../../engines/evaluation/metrics/index.ts';
import { serveProcessPool } from '../../../../platform/process-pool/child.ts';
import type { MeasuringAnswer, MeasuringRequest } from './requests.ts';

serveProcessPool<MeasuringRequest, MeasuringAnswer>(async ({ subject, measurements }) =>
  measurements.map(({ metric_key, params, vectors }) => {
    try {
      return metricOf(metric_key).measure(subject, params, { vectors });
    } catch (error) {
      // Such as JSON that is nested deeper than the stack. The other measurements, and cases, are not to blame.
      return { unmeasured: 'too_complex', about: error instanceof Error ? error.name : 'thrown' };
    }
  }),
);
