/** The jobs of one request as the API shows them together. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { batchPath, batchState } from '../../domain/jobs/batch/state.ts';
import { findBatch } from '../../domain/jobs/batch/rows.ts';
import { JOB_STATES, SEARCH_ATTRIBUTES } from '../../domain/jobs/model.ts';
import type { JobState } from '../../domain/jobs/model.ts';
import { succeededAmong } from '../../domain/jobs/records.ts';
import type { Identity } from '../../domain/identity/identity.ts';
import { defineRoute, reply } from '../contract/route.ts';
import { Id, List, Named, Nullable, Text, Timestamp } from '../contract/schema.ts';
import type { Services } from '../services.ts';
import { describeJob, findRecorded } from './job-lookup.ts';
import { jobLinks } from './links.ts';
import { JobCounts, JobStatusDetail, JobSummary } from './schemas.ts';
import { stateOf } from './state.ts';
import { isFinal } from './status.ts';

const BatchJob = Named('BatchJob', 'One job of a batch.', {
  job_id: JobStatusDetail.properties.job_id,
  state: JobStatusDetail.properties.state,
  source: JobStatusDetail.properties.source,
  finished_at: JobStatusDetail.properties.finished_at,
  links: JobSummary.properties.links,
});

export const Batch = Named('Batch', 'The jobs of one request.', {
  batch_id: Id('bat', 'The batch.'),
  kind: JobStatusDetail.properties.kind,
  state: Text(
    '`queued` before any job has started, then `running` until all have ended; then `succeeded` when all have ' +
      'succeeded, `failed` when one has failed, else `cancelled`.',
    'running',
  ),
  counts: JobCounts,
  created_at: Timestamp('When its first job was accepted.'),
  finished_at: Nullable(Timestamp('When its last job ended; `null` while one is open.')),
  jobs: List(BatchJob, 'Its jobs, in the order of the request.'),
  links: Named('BatchLinks', 'Related URLs.', {
    self: Text('The batch.', '/v1/batches/bat_01k9zt6v3c8wq4m2n7r5x0ybhd', { format: 'uri-reference' }),
    jobs: Text('Its jobs as a list.', '/v1/jobs?batch=bat_01k9zt6v3c8wq4m2n7r5x0ybhd', { format: 'uri-reference' }),
  }),
});

export const getBatch = defineRoute({
  method: 'GET',
  path: '/v1/batches/{batchId}',
  operationId: 'getBatch',
  tag: 'Jobs',
  summary: 'Status of the jobs of one request',
  description: 'Works without a running worker. A batch is deleted together with its first job.',
  scope: 'jobs:read',
  cost: 'few_rows',
  params: Type.Object({
    batchId: Text('The batch.', 'bat_01k9zt6v3c8wq4m2n7r5x0ybhd', { title: 'BatchId', minLength: 1, maxLength: 255 }),
  }),
  responses: { 200: { description: 'The batch.', schema: Batch } },
  handler: async ({ params, identity }, services) => reply(200, await readBatch(services, identity, params.batchId)),
});

type JobOfBatch = Pick<Static<typeof BatchJob>, 'source' | 'finished_at'> & { readonly state: JobState };

async function readBatch(services: Services, { tenantId }: Identity, id: string): Promise<Static<typeof Batch>> {
  const { kind, jobIds, createdAt } = await findBatch(services.database, tenantId, id);
  // What has succeeded changes only when an operator resets it: for the others Temporal is asked.
  const [succeeded, open] = await Promise.all([succeededAmong(services.database, jobIds), openAmong(services, id)]);
  const found = await Promise.all(
    jobIds.map(async (job_id) => {
      const known = open.has(job_id) ? undefined : succeeded.get(job_id);
      const job = known ?? (await readJob(services, job_id));
      return job ? [{ job_id, ...job, links: jobLinks(services.config, kind, job_id) }] : [];
    }),
  );
  const jobs = found.flat();
  const counts = Object.fromEntries(
    JOB_STATES.map((state) => [state, jobs.filter((job) => job.state === state).length]),
  );
  const hasEnded = jobs.every(({ state }) => isFinal(state));
  return {
    batch_id: id,
    kind,
    state: batchState(counts),
    counts: counts as Static<typeof JobCounts>,
    created_at: createdAt.toISOString(),
    finished_at: hasEnded
      ? (jobs
          .flatMap(({ finished_at }) => finished_at ?? [])
          .toSorted()
          .at(-1) ?? null)
      : null,
    jobs,
    links: { self: batchPath(id), jobs: `/v1/jobs?batch=${id}` },
  };
}

/** Identifiers of the open jobs of a batch. */
async function openAmong({ temporal }: Services, batchId: string): Promise<ReadonlySet<string>> {
  const query = `ExecutionStatus = 'Running' AND ${SEARCH_ATTRIBUTES.batch} = '${batchId}'`;
  const open = new Set<string>();
  for await (const { workflowId } of temporal.client.workflow.list({ query })) open.add(workflowId);
  return open;
}

/** A job in its current run; `null` when it is no longer kept. */
async function readJob(services: Services, jobId: string): Promise<JobOfBatch | null> {
  const job = (await describeJob(services, jobId)) ?? (await findRecorded(services, jobId));
  if (job?.from === 'record') {
    const { state, source, finishedAt } = job.row;
    return { state, source, finished_at: finishedAt.toISOString() };
  }
  if (!job) return null;
  const { memo, description } = job;
  const closed = description.closeTime?.toISOString() ?? null;
  return { state: stateOf(description), source: memo.job.source, finished_at: closed && (memo.finished_at ?? closed) };
}
