/** Entry point of a judging process: it measures cases by pure functions, which take longer the longer the texts are. */
import { metricOf } from '../../../engines/evaluation/metrics/index.ts';
import { serveProcessPool } from '../../../platform/process-pool/child.ts';
import type { JudgingAnswer, JudgingRequest } from './requests.ts';

serveProcessPool<JudgingRequest, JudgingAnswer>(async ({ subject, measurements }) =>
  measurements.map(({ metric_key, params, vectors }) => metricOf(metric_key).measure(subject, params, { vectors })),
);
