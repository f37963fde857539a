/** Entry point of a judging process: it measures cases by pure functions, which take longer the longer the texts are. */
import { knownMetric } from '../../../engines/evaluation/metrics/index.ts';
import { serveProcessPool } from '../../../platform/process-pool/child.ts';
import type { JudgingAnswer, JudgingRequest } from './requests.ts';

serveProcessPool<JudgingRequest, JudgingAnswer, never, never>(async ({ subject, measurements }) =>
  measurements.map(({ metric_key, params, vectors }) => knownMetric(metric_key).measure(subject, params, { vectors })),
);
