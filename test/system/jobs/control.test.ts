import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import type { Static } from 'typebox';
import type { JobBatch } from '../../../api/jobs/control-routes.ts';
import type { JobStatusDetail } from '../../../api/jobs/schemas.ts';
import { articlePage, servePages } from '../../support/servers/page-server.ts';
import { openSystem } from '../../support/service/system.ts';
import { temporalCommand, temporalWorkflow } from '../../support/service/temporal-cli.ts';
import { until } from '../../support/until.ts';

const system = openSystem();
const page = articlePage('Page', 'It has words.');
let waiting: ServerResponse | null = null;
const pages = await servePages({
  'page.html': page,
  silence: () => undefined,
  /** Says nothing to the first request, and everything to the others. */
  'late.html': (_request, response) => {
    if (waiting) response.setHeader('Content-Type', 'text/html').end(page);
    else waiting = response;
  },
});
const api = await system.startApi();
const client = await api.client();

const act = (jobId: string, what: string) => client.send<JobStatusDetail>('POST', `/v1/jobs/${jobId}/${what}`);
const isPaused = ({ waiting_on }: JobStatusDetail): boolean => waiting_on?.kind === 'paused';

test('a job that is paused before a worker starts begins when it is resumed', async () => {
  const jobId = await client.submitOne(pages.url('page.html'));
  assert.equal((await act(jobId, 'pause')).status, 202);
  await system.startWorker();
  const paused = await client.waitUntil(jobId, 'is paused', isPaused);
  assert.equal(paused.state, 'queued');
  assert.equal(pages.requests.get('/page.html'), undefined);
  assert.equal((await act(jobId, 'resume')).status, 202);
  await client.waitFor(jobId, 'succeeded');
  const types = (await client.events(jobId)).map(({ type }) => type);
  assert.deepEqual(types.slice(0, 4), ['job.queued', 'job.paused', 'job.resumed', 'job.started']);
  assert.equal((await act(jobId, 'pause')).status, 409);
});

test('a running step stops when its job is paused, and runs again when the job is resumed', async () => {
  const jobId = await client.submitOne(pages.url('late.html'));
  await until('the page is asked for', () => Promise.resolve(waiting ?? undefined));
  await act(jobId, 'pause');
  await client.waitUntil(jobId, 'is paused', isPaused);
  await act(jobId, 'resume');
  await client.waitFor(jobId, 'succeeded');
  assert.equal(pages.requests.get('/late.html'), 2);
});

test('Temporal’s own signals have the same effect', async () => {
  const jobId = await client.submitOne(pages.url('silence'));
  await client.waitFor(jobId, 'running');
  await temporalWorkflow(system, 'signal', '--workflow-id', jobId, '--name', 'pause');
  await until('the pause is told', async () =>
    (await client.events(jobId)).some(({ type }) => type === 'job.paused') ? true : undefined,
  );
  await client.send('POST', `/v1/jobs/${jobId}/cancel`);
  await client.waitFor(jobId, 'cancelled');
});

test('a new priority shows in the job and in Temporal', async () => {
  const jobId = await client.submitOne(pages.url('silence'), { priority: 2 });
  await client.waitFor(jobId, 'running');
  const answer = await client.send<JobStatusDetail>('PATCH', `/v1/jobs/${jobId}`, { body: { priority: 9 } });
  assert.deepEqual([answer.status, answer.body.priority], [202, 9]);
  const described = JSON.parse(
    await temporalWorkflow(system, 'describe', '--workflow-id', jobId, '--output', 'json'),
  ) as {
    workflowExecutionInfo: { priority: { priorityKey: number } };
  };
  assert.equal(described.workflowExecutionInfo.priority.priorityKey, 1);
  await client.send('POST', `/v1/jobs/${jobId}/cancel`);
  await client.waitFor(jobId, 'cancelled');
});

test('all matching jobs of a tenant are cancelled in one request, and none of another tenant', async () => {
  const stranger = await api.client();
  const theirs = await stranger.submitOne(pages.url('silence'));
  const jobs = await client.submit([pages.url('silence'), pages.url('silence'), pages.url('silence')]);
  for (const { job_id } of jobs) await client.waitFor(job_id, 'running');
  const body = { kind: 'parse' };
  const answer = await until('the visibility store knows the jobs', async () => {
    const { body: list } = await client.send<{ items: object[] }>('GET', '/v1/jobs?state=running');
    return list.items.length === jobs.length
      ? client.send<Static<typeof JobBatch>>('POST', '/v1/jobs/cancel', { body })
      : undefined;
  });
  assert.deepEqual([answer.status, answer.body.matching], [202, jobs.length]);
  for (const { job_id } of jobs) await client.waitFor(job_id, 'cancelled');
  const { operation_id, batch_id } = answer.body;
  assert.match(await temporalCommand(system, 'batch', 'describe', '--job-id', operation_id), /Cancel/);
  assert.equal(batch_id, operation_id, 'its former name');
  assert.match((await stranger.status(theirs)).state, /^(queued|running)$/);
});
