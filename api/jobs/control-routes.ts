/** Operations that act on jobs. */
import { Type } from 'typebox';
import { JOB_KINDS } from '../../domain/jobs/model.ts';
import { defineRoute, reply } from '../contract/route.ts';
import type { Route } from '../contract/route.ts';
import { Named, Text, Timestamp, Whole, Word } from '../contract/schema.ts';
import type { Caller } from '../../domain/identity/identity.ts';
import { admitJobs } from '../limits/admit-jobs.ts';
import type { Services } from '../services.ts';
import { cancelJobs, changePriority, pauseJob, resumeJob, retryJob } from './control.ts';
import { findJob } from './job-lookup.ts';
import type { KnownJob } from './job-lookup.ts';
import { JobId, JobStatusDetail, Priority } from './schemas.ts';
import { stateOf } from './state.ts';
import { isFinal, jobStatus } from './status.ts';

const tag = 'Jobs';

const JOB_ENDED = { name: 'JobEnded', description: 'The job has already ended.', schema: JobStatusDetail };

const cancelJob = defineRoute({
  method: 'POST',
  path: '/v1/jobs/{jobId}/cancel',
  operationId: 'cancelJob',
  tag,
  summary: 'Cancel a job',
  description: 'Equivalent to `temporal workflow cancel`. Finished work is kept. Repeating the request has no effect.',
  scope: 'jobs:cancel',
  cost: 'few_rows',
  params: JobId,
  responses: {
    202: { description: 'Cancellation was requested.', schema: JobStatusDetail },
    409: JOB_ENDED,
  },
  handler: async ({ params, identity }, services) => {
    const job = await findJob(services, identity, params.jobId);
    const status = await jobStatus(services, job);
    if (isFinal(status.state)) return reply(409, status);
    await services.temporal.client.workflow.getHandle(params.jobId).cancel();
    const after = await jobStatus(services, await findJob(services, identity, params.jobId));
    // Temporal accepts the cancellation of a run that has ended meanwhile, without effect.
    const tooLate = after.state === 'succeeded' || after.state === 'failed';
    return tooLate ? reply(409, after) : reply(202, after);
  },
});

const retryJobRoute = defineRoute({
  method: 'POST',
  path: '/v1/jobs/{jobId}/retry',
  operationId: 'retryJob',
  tag,
  summary: 'Retry a failed job',
  description:
    'Continues the job from the failed step and keeps finished work (a Temporal reset). The job keeps its ID.',
  scope: 'jobs:cancel',
  cost: 'few_rows',
  params: JobId,
  body: Named('JobRetry', 'Why the job is retried.', {
    reason: Type.Optional(Text('Shown in the job’s events.', 'The receiver is back.', { maxLength: 500 })),
  }),
  examples: {
    default: { summary: 'Retry the job', value: {} },
    reason: { summary: 'With a reason for its events', value: { reason: 'The receiver is back.' } },
  },
  bodyOptional: true,
  responses: {
    202: { description: 'The job is running again.', schema: JobStatusDetail },
    409: { description: 'The job has not failed, or is too old to be retried.', schema: JobStatusDetail },
  },
  handler: async ({ params, identity, body }, services) => {
    const job = await findJob(services, identity, params.jobId);
    if (job.from === 'record' || stateOf(job.description) !== 'failed') {
      return reply(409, await jobStatus(services, job));
    }
    const room = await admitJobs(services.openJobs, identity.tenantId, 1);
    const reason = [`Retried by ${identity.subject}.`, body.reason].filter(Boolean).join(' ');
    await retryJob(services, job, reason).finally(() => room.settle(1));
    return reply(202, await jobStatus(services, await findJob(services, identity, params.jobId)));
  },
});

const pauseJobRoute = defineRoute({
  method: 'POST',
  path: '/v1/jobs/{jobId}/pause',
  operationId: 'pauseJob',
  tag,
  summary: 'Pause a job',
  description:
    'No further steps start. A running step stops, and later continues from its last checkpoint. ' +
    '`waiting_on.kind` becomes `paused`.',
  scope: 'jobs:cancel',
  cost: 'few_rows',
  params: JobId,
  responses: {
    202: { description: 'The job is paused.', schema: JobStatusDetail },
    409: JOB_ENDED,
  },
  handler: ({ params, identity }, services) =>
    control(services, identity, params.jobId, (job) => pauseJob(services, job, `Paused by ${identity.subject}.`)),
});

const resumeJobRoute = defineRoute({
  method: 'POST',
  path: '/v1/jobs/{jobId}/resume',
  operationId: 'resumeJob',
  tag,
  summary: 'Resume a paused job',
  scope: 'jobs:cancel',
  cost: 'few_rows',
  params: JobId,
  responses: {
    202: { description: 'The job is resumed.', schema: JobStatusDetail },
    409: JOB_ENDED,
  },
  handler: ({ params, identity }, services) =>
    control(services, identity, params.jobId, (job) => resumeJob(services, job)),
});

const changeJob = defineRoute({
  method: 'PATCH',
  path: '/v1/jobs/{jobId}',
  operationId: 'changeJob',
  tag,
  summary: 'Change the priority of a job',
  description:
    'Applies to queued work immediately. Temporal has five priority levels, so two priorities share a level.',
  scope: 'jobs:cancel',
  cost: 'few_rows',
  params: JobId,
  body: Named('JobChange', 'The change.', { priority: Priority }),
  examples: { priority: { summary: 'Above the default', value: { priority: 7 } } },
  responses: {
    202: { description: 'The priority was changed.', schema: JobStatusDetail },
    409: JOB_ENDED,
  },
  handler: ({ params, identity, body }, services) =>
    control(services, identity, params.jobId, (job) => changePriority(services, job, body.priority)),
});

/** Acts on an open job and responds with its status afterwards. */
async function control(services: Services, identity: Caller, jobId: string, act: (job: KnownJob) => Promise<void>) {
  const job = await findJob(services, identity, jobId);
  const status = await jobStatus(services, job);
  if (job.from === 'record' || isFinal(status.state)) return reply(409, status);
  await act(job);
  return reply(202, await jobStatus(services, await findJob(services, identity, jobId)));
}

export const JobBatch = Named('JobBatch', 'A batch operation of Temporal, which is no batch of jobs.', {
  operation_id: Text('Its job ID in Temporal: `temporal batch describe --job-id …`.', '6f1b0c4e-…'),
  batch_id: Text('The former name of `operation_id`.', '6f1b0c4e-…', { deprecated: true }),
  matching: Whole('Number of matching jobs. With none, no operation is started.', 42),
});

const cancelJobsRoute = defineRoute({
  method: 'POST',
  path: '/v1/jobs/cancel',
  operationId: 'cancelJobs',
  tag,
  summary: 'Cancel all jobs that match',
  description:
    'A Temporal batch operation on the jobs that its visibility store lists. An empty filter matches all jobs ' +
    'of the tenant.',
  scope: 'jobs:cancel',
  cost: 'few_rows',
  body: Named('JobFilter', 'Which jobs.', {
    state: Type.Optional(Word(['queued', 'running'], 'Only jobs in this state.')),
    kind: Type.Optional(Word(JOB_KINDS, 'Only jobs of one kind.')),
    created_after: Type.Optional(Timestamp('Only jobs accepted at or after this time.')),
    created_before: Type.Optional(Timestamp('Only jobs accepted before this time.')),
  }),
  examples: {
    old: { summary: 'Jobs accepted before a given time', value: { created_before: '2020-01-01T00:00:00Z' } },
    queued: { summary: 'Jobs that have not started', value: { state: 'queued' } },
    all: { summary: 'All jobs of the tenant', value: {} },
  },
  responses: {
    202: {
      description: 'Temporal cancels the jobs one after another.',
      schema: JobBatch,
    },
  },
  handler: async ({ body, identity }, services) => reply(202, await cancelJobs(services, identity, body)),
});

export const controlRoutes: readonly Route[] = [
  changeJob,
  cancelJob,
  retryJobRoute,
  pauseJobRoute,
  resumeJobRoute,
  cancelJobsRoute,
];
