/** Results of jobs of all domains: the result once the job has succeeded, otherwise 409 with its status. */
import { ServiceError } from '../../errors/index.ts';
import type { Identity } from '../../domain/identity/identity.ts';
import type { JobKind } from '../../domain/jobs/model.ts';
import { decodePayload } from '../../platform/temporal/decode.ts';
import { reply } from '../contract/route.ts';
import type { Services } from '../services.ts';
import { closingEvent, findJob } from './job-lookup.ts';
import type { FoundJob } from './job-lookup.ts';
import { JobStatusDetail } from './schemas.ts';
import { jobStatus } from './status.ts';

/** The response of an operation that reads a result when there is none. */
export const NO_RESULT = {
  409: {
    name: 'NoResult',
    description: 'There is no result: the job is still open, failed or was cancelled.',
    schema: JobStatusDetail,
  },
};

/** The job if it is of this kind; otherwise `not_found`, as for a job that does not exist. */
export async function findJobOf(
  services: Services,
  identity: Identity,
  kind: JobKind,
  jobId: string,
): Promise<FoundJob> {
  const job = await findJob(services, identity, jobId);
  const missing = `There is no ${kind} job ${jobId}.`;
  if (job.kind !== kind) throw new ServiceError('not_found', missing);
  return job;
}

/** 200 with what `read` makes of a job that succeeded, 409 with the status of any other. */
export async function resultReply<T>(services: Services, job: FoundJob, read: () => Promise<T>) {
  const status = await jobStatus(services, job);
  return status.state === 'succeeded' ? reply(200, await read()) : reply(409, status);
}

/** The return value of a succeeded job's workflow, decoded by its domain. */
export async function jobResult<T>(services: Services, job: FoundJob, decode: (stored: unknown) => T): Promise<T> {
  if (job.from === 'record') return decode(job.row.result);
  const event = await closingEvent(services, job.jobId, job.description.runId);
  return decode(decodePayload<unknown>(event?.workflowExecutionCompletedEventAttributes?.result?.payloads?.[0]));
}
