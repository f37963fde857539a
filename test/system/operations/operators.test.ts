import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JobStatusDetail } from '../../../api/jobs/schemas.ts';
import type { Client, Event } from '../../support/service/client.ts';
import { gapless } from '../../support/jobs/jobs.ts';
import { articlePage, servePages } from '../../support/servers/page-server.ts';
import { sharedSystem } from '../../support/service/system.ts';
import { temporalWorkflow } from '../../support/service/temporal-cli.ts';

/** The pages' responses; each test sets its own. */
const answers = new Map<string, 'article' | 'silence' | 'missing'>();
const pages = await servePages(
  Object.fromEntries(
    ['terminated', 'retried', 'reset', 'fine'].map((name) => [
      name,
      (_request, response) => {
        const answer = answers.get(name);
        if (answer === 'missing') response.writeHead(404).end();
        if (answer === 'article') response.end(articlePage(name, 'It is there at last.'));
      },
    ]),
  ),
);
const system = await sharedSystem();
const { api } = system;

const retry = (client: Client, jobId: string) => client.send<JobStatusDetail>('POST', `/v1/jobs/${jobId}/retry`);

/** Fails unless the events show two runs without gaps, with those of the first run unchanged. */
function assertGoesOn(first: readonly Event[], all: readonly Event[]): void {
  assert.deepEqual(all.slice(0, first.length), first);
  assert.deepEqual(
    all.map(({ sequence }) => sequence),
    gapless(all),
  );
  assert.equal(new Set(all.slice(first.length).map(({ run_id }) => run_id)).size, 1);
  assert.equal(all.at(-1)?.type, 'job.succeeded');
  assert.notEqual(all.at(-1)?.run_id, first[0]?.run_id);
}

test('a job that was terminated in Temporal has failed, and can be retried', async () => {
  answers.set('terminated', 'silence');
  const client = await api.client();
  const jobId = await client.submitOne(pages.url('terminated'));
  await client.waitFor(jobId, 'running');
  await temporalWorkflow(system, 'terminate', '--workflow-id', jobId, '--reason', 'out of patience');
  const failed = await client.waitFor(jobId, 'failed');
  assert.deepEqual(
    [failed.error?.code, failed.error?.message],
    ['terminated', 'The job was terminated: out of patience'],
  );
  const events = await client.events(jobId);
  assert.deepEqual([events.at(-1)?.type, events.at(-1)?.data['error']], ['job.failed', failed.error]);
  const result = await client.send<JobStatusDetail>('GET', `/v1/parse/jobs/${jobId}/result`);
  assert.deepEqual([result.status, result.body], [409, failed]);

  answers.set('terminated', 'article');
  const answer = await retry(client, jobId);
  assert.equal(answer.status, 202);
  assert.notEqual(answer.body.workflow.run_id, failed.workflow.run_id);
  const status = await client.waitFor(jobId, 'succeeded');
  assert.deepEqual([status.error, status.created_at], [null, failed.created_at]);
  assertGoesOn(events, await client.events(jobId));
  assert.match((await client.result(jobId)).document.markdown ?? '', /It is there at last/);
});

test('a job that failed is retried from the step that failed', async () => {
  answers.set('retried', 'missing');
  const client = await api.client();
  const jobId = await client.submitOne(pages.url('retried'));
  const failed = await client.waitFor(jobId, 'failed');
  assert.equal(failed.error?.code, 'not_found');
  const events = await client.events(jobId);

  answers.set('retried', 'article');
  assert.equal((await retry(client, jobId)).status, 202);
  await client.waitFor(jobId, 'succeeded');
  assertGoesOn(events, await client.events(jobId));
  assert.match((await client.result(jobId)).document.markdown ?? '', /It is there at last/);

  const again = await retry(client, jobId);
  assert.deepEqual([again.status, again.body.state], [409, 'succeeded']);
});

test('a reset in Temporal’s own tools is followed', async () => {
  answers.set('reset', 'missing');
  const client = await api.client();
  const jobId = await client.submitOne(pages.url('reset'));
  const failed = await client.waitFor(jobId, 'failed');
  const events = await client.events(jobId);

  answers.set('reset', 'article');
  const reset = ['reset', '--workflow-id', jobId, '--type', 'FirstWorkflowTask', '--reason', 'the page is back'];
  await temporalWorkflow(system, ...reset);
  const status = await client.waitUntil(jobId, 'succeeded', ({ state }) => state === 'succeeded');
  assert.notEqual(status.workflow.run_id, failed.workflow.run_id);
  const all = await client.events(jobId);
  assertGoesOn(events, all);
  assert.match(all[events.length]?.message ?? '', /the page is back/);
  assert.match((await client.result(jobId)).document.markdown ?? '', /It is there at last/);
});

test('a job that did not fail is not retried', async () => {
  answers.set('fine', 'silence');
  const client = await api.client();
  const jobId = await client.submitOne(pages.url('fine'));
  await client.waitFor(jobId, 'running');
  const answer = await retry(client, jobId);
  assert.deepEqual([answer.status, answer.body.state], [409, 'running']);
});
