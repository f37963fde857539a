import { Type } from 'typebox';
import { JOB_KINDS, JOB_STATES } from '../../domain/jobs/model.ts';
import { defineRoute, reply } from '../contract/route.ts';
import type { Route } from '../contract/route.ts';
import { Id, List, Named, Nullable, Text, Timestamp, Whole, Word } from '../contract/schema.ts';
import { EVENT_STREAM_HEADERS } from '../server-sent-events.ts';
import { EVENT_STREAM } from './events/event-stream.ts';
import { eventsOf, isLastEvent, streamEvents } from './events/events.ts';
import { getBatch } from './batches.ts';
import { controlRoutes } from './control-routes.ts';
import { findJob } from './job-lookup.ts';
import { listJobs } from './list.ts';
import { JobEventList, JobId, JobStatusDetail, JobSummary } from './schemas.ts';
import { jobStatus } from './status.ts';
import { webhookRoutes } from './webhook-routes.ts';

const tag = 'Jobs';

const getJob = defineRoute({
  method: 'GET',
  path: '/v1/jobs/{jobId}',
  operationId: 'getJob',
  tag,
  summary: 'Status of a job',
  description: 'Works without a running worker: the state comes directly from Temporal.',
  scope: 'jobs:read',
  cost: 'few_rows',
  params: JobId,
  responses: { 200: { description: 'The status.', schema: JobStatusDetail } },
  handler: async ({ params, identity }, services) =>
    reply(200, await jobStatus(services, await findJob(services, identity, params.jobId))),
});

const listJobsRoute = defineRoute({
  method: 'GET',
  path: '/v1/jobs',
  operationId: 'listJobs',
  tag,
  summary: 'List the tenant’s jobs: open jobs first, then the most recently ended',
  description: 'Read from Temporal’s visibility store, which lags slightly behind `GET /v1/jobs/{jobId}`.',
  scope: 'jobs:read',
  cost: 'few_rows',
  query: Type.Object(
    {
      state: Type.Optional(Word(JOB_STATES, 'Only jobs in this state.')),
      kind: Type.Optional(Word(JOB_KINDS, 'Only jobs of this kind.')),
      parent: Type.Optional(Id('job', 'Only child jobs of this job.')),
      batch: Type.Optional(Id('bat', 'Only jobs of this batch.')),
      created_after: Type.Optional(Timestamp('Only jobs accepted at or after this time.')),
      created_before: Type.Optional(Timestamp('Only jobs accepted before this time.')),
      limit: Type.Optional(Whole('Jobs per page. Default 50.', 50, { minimum: 1, maximum: 500 })),
      cursor: Type.Optional(
        Text('`next_cursor` of the previous page.', 'eyJDbG9zZVRpbWUiOiI', {
          maxLength: 1024,
          pattern: '^[A-Za-z0-9_-]+$',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  responses: {
    200: {
      description: 'A page.',
      schema: Named('JobList', 'A page of jobs.', {
        items: List(JobSummary, 'The jobs.'),
        next_cursor: Nullable(
          Text('Pass as `cursor` for the next page; `null` on the last page.', 'eyJDbG9zZVRpbWUiOiI'),
        ),
      }),
    },
  },
  handler: async ({ query, identity }, services) => {
    const { limit = 50, cursor, ...filter } = query;
    return reply(200, await listJobs(services, identity, filter, { limit, cursor }));
  },
});

const getEvents = defineRoute({
  method: 'GET',
  path: '/v1/jobs/{jobId}/events',
  operationId: 'listJobEvents',
  tag,
  summary: 'Events of a job, newest first',
  description:
    'With `Accept: text/event-stream`, events are sent oldest first as they happen, each with its sequence as ' +
    '`id`; `Last-Event-ID` resumes after an event, and is answered 204 after the last one of a job that has ended. ' +
    'The stream ends when the job ends, and needs no worker.',
  scope: 'jobs:read',
  cost: 'few_rows',
  params: JobId,
  query: Type.Object(
    { limit: Type.Optional(Whole('Maximum number of events. Default 100.', 100, { minimum: 1, maximum: 500 })) },
    { additionalProperties: false },
  ),
  headers: Type.Object({
    'last-event-id': Type.Optional(
      Text('For an event stream: sequence of the last event received.', '7', { maxLength: 20 }),
    ),
  }),
  responses: {
    200: { description: 'The events.', schema: JobEventList, also: EVENT_STREAM },
    204: { description: 'For an event stream: there will be no more events.' },
  },
  handler: async ({ params, query, headers, identity, preferredType }, services) => {
    const job = await findJob(services, identity, params.jobId);
    if (preferredType(['application/json', EVENT_STREAM.type]) === EVENT_STREAM.type) {
      const after = Number.parseInt(headers['last-event-id'] ?? '', 10) || 0;
      // A stream that only closed would be opened again and again (Server-sent events, section 9.2.3).
      if (await isLastEvent(services, job, after)) return reply(204, '');
      return reply(200, streamEvents(services, job, after), EVENT_STREAM_HEADERS);
    }
    const events = await eventsOf(services, job);
    return reply(200, events.slice(-(query.limit ?? 100)).reverse());
  },
});

export const jobsRoutes: readonly Route[] = [
  getJob,
  listJobsRoute,
  getEvents,
  getBatch,
  ...controlRoutes,
  ...webhookRoutes,
];
