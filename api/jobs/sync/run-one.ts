import type { Services } from '../../services.ts';
import { findJob } from '../job-lookup.ts';
import type { FoundJob } from '../job-lookup.ts';
import type { SubmittedJob } from '../submit/job-route.ts';
import { noWorker, queueLack } from '../submit/readiness.ts';
import type { Origin } from '../submit/submission.ts';
import { waitForAll } from './wait.ts';

interface SyncJob extends Pick<Origin, 'route' | 'identity' | 'trace'> {
  /** The queue of its activities. */
  readonly taskQueue: string;
  readonly submit: (origin: Origin) => Promise<SubmittedJob>;
}

/**
 * Submits one job and waits until it has ended, as `waitForAll` does. Throws `no_worker` before it submits a job that
 * nobody would work on.
 */
export async function runOne(services: Services, { taskQueue, submit, ...request }: SyncJob): Promise<FoundJob> {
  const lack = await queueLack(services, { taskQueue, runs: 'activities' });
  if (lack) throw noWorker(lack);
  const { job } = await submit({ ...request, idempotencyKey: undefined });
  await waitForAll(services, [job.job_id], () => null);
  return findJob(services, request.identity, job.job_id);
}
