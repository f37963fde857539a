import { ServiceError } from '../../errors/index.ts';
import type { OpenJobs, Reservation } from './open-jobs.ts';

/** Estimated time until some jobs have ended. */
const RETRY_AFTER_SECONDS = 10;

/** Reserves room for more jobs of a tenant; throws `too_many_jobs` when there is not enough for all of them. */
export async function admitJobs(openJobs: OpenJobs, tenantId: string, jobs: number): Promise<Reservation> {
  const room = await openJobs.reserve(tenantId, jobs);
  if (room) return room;
  const message = `A tenant may have ${openJobs.limit} open jobs; ${jobs} more would exceed the limit. Nothing was started.`;
  throw new ServiceError('too_many_jobs', message, {
    limit_jobs: openJobs.limit,
    retry_after_seconds: RETRY_AFTER_SECONDS,
  });
}
