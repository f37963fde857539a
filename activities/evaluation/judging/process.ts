/** Entry point of a judging process: it measures cases by pure functions, which take longer the longer the texts are. */
import { metricOf } from '../../../engines/evaluation/metrics/index.ts';
import { serveProcessPool } from '../../../platform/process-pool/child.ts';
import type { JudgingAnswer, JudgingRequest } from './requests.ts';

serveProcessPool<JudgingRequest, JudgingAnswer, never, never>(async ({ subject, metrics }) =>
  metrics.map(({ metric_key, params }) => {
    const metric = metricOf(metric_key);
    if (metric === null) throw new Error(`There is no metric ${metric_key}.`);
    return metric.measure(subject, params);
  }),
);
