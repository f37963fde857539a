import { JOBS_TASK_QUEUE } from '../../domain/manifests/jobs.ts';
import { PARSE_TASK_QUEUE } from '../../domain/manifests/parse.ts';
import { submitOne } from '../jobs/submit/job-route.ts';
import { queueLack } from '../jobs/submit/readiness.ts';
import type { Origin } from '../jobs/submit/submission.ts';
import type { Services } from '../services.ts';
import type { TallyRequest } from './schemas.ts';

/** Starts a tally. A job that will wait for a worker is warned of. */
export async function submitTally(services: Services, request: TallyRequest, origin: Origin) {
  const lack =
    (await queueLack(services, { taskQueue: JOBS_TASK_QUEUE, runs: 'workflows' })) ??
    (await queueLack(services, { taskQueue: PARSE_TASK_QUEUE, runs: 'activities' }));
  const { texts, parts = [] } = request;
  const source = `${texts.length} texts, ${parts.length} parts`;
  const order = {
    workflow: 'tallyJob' as const,
    source,
    summary: `tally · ${source}`,
    input: { texts, parts },
    warnings: lack ? [{ code: lack.code, message: lack.message }] : [],
  };
  return submitOne(services, 'tally', origin, { request, order });
}
