import { JOBS_TASK_QUEUE } from '../../domain/manifests/jobs.ts';
import { PARSE_TASK_QUEUE } from '../../domain/manifests/parse.ts';
import { queueLack } from '../jobs/submit/readiness.ts';
import { startJobs } from '../jobs/submit/start.ts';
import { readSubmission } from '../jobs/submit/submission.ts';
import type { Origin } from '../jobs/submit/submission.ts';
import type { Services } from '../services.ts';
import type { TallyRequest } from './schemas.ts';

/** Starts a tally. A job that will wait for a worker is warned of. */
export async function submitTally(services: Services, request: TallyRequest, origin: Origin) {
  const submission = await readSubmission(services, 'tally', request, origin);
  const lack =
    (await queueLack(services, { taskQueue: JOBS_TASK_QUEUE, runs: 'workflows' })) ??
    (await queueLack(services, { taskQueue: PARSE_TASK_QUEUE, runs: 'activities' }));
  const { texts, parts = [] } = request;
  const source = `${texts.length} texts, ${parts.length} parts`;
  const { jobs, replayed } = await startJobs(services, submission, [
    {
      ...{ workflow: 'tallyJob', source, summary: `tally · ${source}`, input: { texts, parts } },
      warnings: lack ? [{ code: lack.code, message: lack.message }] : [],
    },
  ]);
  return { jobs, replayed };
}
