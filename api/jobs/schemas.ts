import { Type } from 'typebox';
import type { Static } from 'typebox';
import { ERRORS } from '../../errors/index.ts';
import { USAGE_UNITS } from '../../domain/jobs/usage.ts';
import { RESOURCES } from '../../domain/manifests/index.ts';
import { JOB_EVENT_TYPES, JOB_KINDS, JOB_STATES } from '../../domain/jobs/model.ts';
import {
  PurposeHeaders,
  AnyObject,
  Flag,
  Id,
  List,
  Named,
  Nullable,
  Text,
  Timestamp,
  Whole,
} from '../contract/schema.ts';

/** Enums in responses are open: clients must accept values added later. */
function OpenWord(words: readonly string[], description: string, options: Record<string, unknown> = {}) {
  return Text(
    `${description} One of ${words.map((word) => `\`${word}\``).join(', ')}; more may be added.`,
    words[0] ?? '',
    options,
  );
}

export const JobLinks = Named('JobLinks', 'Related URLs.', {
  self: Text('Status of the job.', '/v1/jobs/job_01k9zt6v3c8wq4m2n7r5x0ybhd', { format: 'uri-reference' }),
  events: Text('Its events.', '/v1/jobs/job_01k9zt6v3c8wq4m2n7r5x0ybhd/events', { format: 'uri-reference' }),
  cancel: Text('POST here to cancel it.', '/v1/jobs/job_01k9zt6v3c8wq4m2n7r5x0ybhd/cancel', {
    format: 'uri-reference',
  }),
  result: Text('Its result, once it has succeeded.', '/v1/parse/jobs/job_01k9zt6v3c8wq4m2n7r5x0ybhd/result', {
    format: 'uri-reference',
  }),
  temporal_ui: Nullable(
    Text(
      'The run in Temporal’s Web UI.',
      'http://127.0.0.1:8233/namespaces/default/workflows/job_01k9zt6v3c8wq4m2n7r5x0ybhd',
    ),
  ),
});

const JobProgressSchema = Named('JobProgress', 'Progress of the work.', {
  completed: Whole('Units done.', 12),
  total: Nullable(Whole('Total units, if known.', 40)),
  unit: Text('What is counted.', 'pages'),
  message: Nullable(Text('Current activity.', 'reading tables')),
});

export const JobMeasure = Named('JobMeasure', 'An amount that a job or a request has used.', {
  source: Text('Engine or model that used it.', 'markdown_converter'),
  unit: OpenWord(USAGE_UNITS, 'What is counted.'),
  amount: Type.Number({ description: 'Total amount.', examples: [12], minimum: 0 }),
});

export const JobErrorSchema = Named('JobError', 'Why a job failed.', {
  code: OpenWord(Object.keys(ERRORS), 'Stable code, see docs/errors.md.'),
  message: Text('What happened.', 'The PDF needs a password.'),
  retryable: Flag('Whether a retry can succeed.', false),
  details: AnyObject('Members that depend on the code.', { limit_bytes: 104_857_600 }),
});

export const JobCounts = Named('JobCounts', 'Number of jobs by state.', {
  queued: Whole('Not yet started.', 2),
  running: Whole('Running.', 3),
  cancelling: Whole('Being cancelled.', 0),
  succeeded: Whole('Ended with a result.', 14),
  failed: Whole('Ended with an error.', 1),
  cancelled: Whole('Cancelled.', 0),
});

const WaitingOn = Named('JobWaitingOn', 'Why the job or some of its steps are waiting: the most important reason.', {
  kind: OpenWord(
    ['worker', ...Object.keys(RESOURCES), 'retry', 'credential', 'paused', 'capacity'],
    'What it waits for.',
  ),
  message: Text('The same in a sentence, with what to do.', 'No worker polls the task queue "parse".'),
  count: Whole('Number of waiting steps. 1 when the job itself waits.', 1),
  task_queue: Nullable(Text('Queue without a worker.', 'parse')),
  activity: Nullable(Text('Step that will be retried.', 'convert')),
  attempt: Nullable(Whole('Next attempt.', 2)),
  next_attempt_at: Nullable(Timestamp('When the next attempt starts.')),
  last_error: Nullable(JobErrorSchema, 'Why the previous attempt failed.'),
});

export const JobStatusDetail = Named('JobStatusDetail', 'State, times and telemetry context of one job.', {
  job_id: Id('job', 'The job; also the Temporal workflow ID.'),
  parent_job_id: Nullable(Id('job', 'The job that started it; `null` when a request started it.')),
  batch_id: Nullable(Id('bat', 'The batch of its request; `null` when the request started no other job.')),
  kind: OpenWord(JOB_KINDS, 'What the job does.', { title: 'JobKind' }),
  state: OpenWord(JOB_STATES, 'Current state.'),
  source: Text('What it works on, without query and credentials.', 'https://example.com/report.pdf'),
  dry_run: Flag('Whether it only estimates what a job of its kind would do.', false),
  priority: Whole('0 to 9; higher runs first.', 5),
  created_at: Timestamp('When it was accepted.'),
  started_at: Nullable(Timestamp('When a worker started it; waiting for a converter does not count.')),
  updated_at: Timestamp('When it was last changed.'),
  finished_at: Nullable(Timestamp('When it ended.')),
  expires_at: Nullable(Timestamp('When its result and record expire.')),
  progress: Nullable(JobProgressSchema, 'Its progress, if known.'),
  usage: List(
    JobMeasure,
    'What it has spent so far, once a source and unit: all steps, failed attempts, steps of earlier runs and ' +
      'child jobs that have ended included.',
  ),
  children: Nullable(JobCounts, 'Its child jobs; `null` when it has started none. `GET /v1/jobs?parent=` lists them.'),
  waiting_on: Nullable(WaitingOn, 'Why it or some of its steps are waiting; `null` when none are.'),
  error: Nullable(JobErrorSchema, 'Why it failed.'),
  trace: Named('JobTrace', 'Trace of the request that submitted it.', {
    trace_id: Text('W3C trace id.', '4bf92f3577b34da6a3ce929d0e0e4736'),
    traceparent: Text('W3C trace context.', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'),
  }),
  workflow: Named('JobWorkflow', 'The Temporal workflow behind it.', {
    workflow_id: Text('Equal to `job_id`.', 'job_01k9zt6v3c8wq4m2n7r5x0ybhd'),
    run_id: Text('Current run; a retry starts another.', '0198f6a2-6f0e-7c39-9c0b-2d1a4c1f7b11'),
    task_queue: Text('Queue of its workflow tasks.', 'jobs'),
  }),
  links: JobLinks,
});
export type JobStatusDetail = Static<typeof JobStatusDetail>;

export const JobSummary = Named(
  'JobSummary',
  'One job of a list, as Temporal’s visibility store saw it a moment ago.',
  {
    job_id: JobStatusDetail.properties.job_id,
    kind: JobStatusDetail.properties.kind,
    state: JobStatusDetail.properties.state,
    source: JobStatusDetail.properties.source,
    priority: Whole('Priority at submission, 0 to 9; higher runs first. `links.self` returns the current one.', 5),
    created_at: JobStatusDetail.properties.created_at,
    finished_at: JobStatusDetail.properties.finished_at,
    links: JobLinks,
  },
);

export const JobEventSchema = Named('JobEvent', 'Something that happened to a job.', {
  event_id: Text('Identifier of the event.', 'job_01k9zt6v3c8wq4m2n7r5x0ybhd.2'),
  job_id: JobStatusDetail.properties.job_id,
  sequence: Whole('Starts at 1 and increases by one.', 2),
  type: OpenWord(JOB_EVENT_TYPES, 'What happened.'),
  occurred_at: Timestamp('When.'),
  message: Text('The same in a sentence.', 'A worker has begun the job.'),
  run_id: Text('Temporal run it happened in.', '0198f6a2-6f0e-7c39-9c0b-2d1a4c1f7b11'),
  data: AnyObject('Members that depend on the type.', { step: 'convert' }),
});

export const JobWarning = Named('JobWarning', 'A problem with the request. The job was accepted nevertheless.', {
  code: OpenWord(['unused_option', 'no_worker', 'credential_missing'], 'Stable code.'),
  message: Text(
    'What is wrong, and what to do.',
    'options.crawl has no effect: only the engine web_crawler crawls. Set engine_id to it, or omit the option.',
  ),
});
export type JobWarning = Static<typeof JobWarning>;

export const JobAccepted = Named('JobAccepted', 'A job that was accepted.', {
  job_id: JobStatusDetail.properties.job_id,
  kind: JobStatusDetail.properties.kind,
  state: Text('Always `queued`. Read `links.self` for the current state.', 'queued'),
  created_at: JobStatusDetail.properties.created_at,
  warnings: List(JobWarning, 'Warnings; empty if there are none.'),
  links: JobLinks,
});
export type JobAccepted = Static<typeof JobAccepted>;

export const JobId = Type.Object({
  jobId: Text('The job.', 'job_01k9zt6v3c8wq4m2n7r5x0ybhd', {
    title: 'JobId',
    minLength: 1,
    maxLength: 255,
  }),
});

/** Priority of a job request. */
export const Priority = Whole('0 to 9; higher runs first. Default 5.', 5, { title: 'Priority', maximum: 9 });

/** Headers of a request that submits jobs. */
export const SubmissionHeaders = Type.Object({
  ...PurposeHeaders.properties,
  'idempotency-key': Type.Optional(
    Text(
      '1 to 255 visible ASCII characters. Repeating a request with the same key returns the same jobs, for as ' +
        'long as they are kept.',
      'import-2026-03-14-a',
      { title: 'IdempotencyKey', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
    ),
  ),
});

export const JobEventList = List(JobEventSchema, 'Newest first.');
