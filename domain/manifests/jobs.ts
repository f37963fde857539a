/**
 * Manifest of jobs: what all of them share, whatever their domain.
 * @deterministic
 */
import { JOBS_ERRORS } from '../../errors/jobs.ts';
import type { Manifest } from './manifest.ts';

/** Task queue of job workflows and their short steps. Engines have separate queues. */
export const JOBS_TASK_QUEUE = 'jobs';

export const jobs = {
  tag: { name: 'Jobs', description: 'Inspection, events, cancellation and retry of long-running jobs.' },
  scopes: {
    'jobs:read': 'query a job, list its events',
    'jobs:cancel': 'cancel and retry a job',
  },
  kinds: {},
  events: [
    'job.queued',
    'job.started',
    'job.progress',
    'job.retrying',
    'job.paused',
    'job.resumed',
    'job.cancel_requested',
    'job.succeeded',
    'job.failed',
    'job.cancelled',
  ],
  idPrefixes: ['job', 'bat'],
  errors: JOBS_ERRORS,
  profiles: {
    default: {
      taskQueue: JOBS_TASK_QUEUE,
      runs: 'workflows',
      optional: false,
      byDefault: true,
      objects: false,
      slots: {
        // They share one thread: more at once would only slow down each of them, including a tenant's only job.
        maxConcurrentWorkflowTaskExecutions: 10,
        maxConcurrentLocalActivityExecutions: 40,
        maxCachedWorkflows: 500,
      },
      memoryMb: 256,
    },
  },
  resources: {},
  workflows: { watchCapacity: 'AUTO_UPGRADE', watchBatch: 'AUTO_UPGRADE' },
  tables: {
    job: { by: 'sweep', step: 'removeExpiredJobs' },
    job_batch: { by: 'job', column: 'job_id' },
    job_slot: { by: 'job', column: 'job_id' },
    job_count: { by: 'job', column: 'job_id' },
    job_counted_step: { by: 'job', column: 'job_id' },
    job_total: { by: 'nothing', because: 'Counters for the metrics: one row per kind and state.' },
    usage_total: { by: 'nothing', because: 'Counters for the metrics: one row per kind, state, source and unit.' },
  },
  objects: { 'jobs/': { by: 'job' } },
} as const satisfies Manifest;
