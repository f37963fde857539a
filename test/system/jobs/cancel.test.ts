import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JobStatusDetail } from '../../../api/jobs/schemas.ts';
import { documentIdOfJob } from '../../../domain/ids.ts';
import type { Client } from '../../support/service/client.ts';
import { essence, essences } from '../../support/jobs/jobs.ts';
import { articlePage, servePages } from '../../support/servers/page-server.ts';
import { openSystem } from '../../support/service/system.ts';
import { temporalWorkflow } from '../../support/service/temporal-cli.ts';
import { until } from '../../support/until.ts';

const system = openSystem();
const pages = await servePages({ silence: () => undefined, 'page.html': articlePage('Page', 'It has words.') });
const [api, worker] = await Promise.all([system.startApi(), system.startWorker()]);

const cancel = (client: Client, jobId: string) => client.send<JobStatusDetail>('POST', `/v1/jobs/${jobId}/cancel`);

/** Runs a job until it waits for a page that never arrives, cancels it and returns what remains. */
async function cancelled(client: Client, cancelBy: (jobId: string) => Promise<unknown>) {
  const jobId = await client.submitOne(pages.url('silence'));
  await client.waitFor(jobId, 'running');
  await cancelBy(jobId);
  const status = await client.waitFor(jobId, 'cancelled');
  const result = await client.send<JobStatusDetail>('GET', `/v1/parse/jobs/${jobId}/result`);
  return { status, events: await client.events(jobId), result };
}

test('cancelling through the API and through Temporal has the same effect', async () => {
  const client = await api.client();
  const byApi = await cancelled(client, async (jobId) => {
    const answer = await cancel(client, jobId);
    assert.equal(answer.status, 202);
    assert.match(answer.body.state, /^cancell(ing|ed)$/);
  });
  const byCli = await cancelled(client, (jobId) => temporalWorkflow(system, 'cancel', '--workflow-id', jobId));

  assert.deepEqual(
    byApi.events.map(({ type }) => type),
    ['job.queued', 'job.started', 'job.cancel_requested', 'job.cancelled'],
  );
  assert.deepEqual(essences(byCli.events), essences(byApi.events));
  const [fromApi, fromCli] = [byApi, byCli].map(({ events }) => String(events[2]?.data['by']));
  assert.match(fromCli ?? '', /temporal-cli/);
  assert.notEqual(fromApi, fromCli);
  assert.deepEqual(essence(byCli.status), essence(byApi.status));
  assert.deepEqual([byApi.status.error, byApi.status.waiting_on], [null, null]);
  for (const { result } of [byApi, byCli]) assert.deepEqual([result.status, result.body.state], [409, 'cancelled']);
});

test('a job that is cancelled while its formats are made names the document that it leaves', async () => {
  const client = await api.client();
  // Its formats take many times as long as the cancellation.
  const { locator } = await client.upload(Buffer.from('Water *rises* twice a day.\n\n'.repeat(40_000)), 'tides.md');
  const jobId = await client.submitOne(locator, { options: { formats: ['blocks', 'html', 'chunks', 'zip'] } });
  const document = `/v1/documents/${documentIdOfJob(jobId)}`;
  await until('the document is stored', async () =>
    (await client.send('GET', document)).status === 200 ? true : undefined,
  );
  await cancel(client, jobId);
  await client.waitFor(jobId, 'cancelled');
  const kept = (await client.events(jobId)).find(({ type }) => type === 'parse.document_kept');
  await client.expect(200, 'GET', `/v1/documents/${String(kept?.data['document_id'])}`);
});

test('a job that has ended cannot be cancelled', async () => {
  const client = await api.client();
  const jobId = await client.submitOne(pages.url('page.html'));
  await client.waitFor(jobId, 'succeeded');
  const answer = await cancel(client, jobId);
  assert.deepEqual([answer.status, answer.body.state], [409, 'succeeded']);
});

test('a queued job is cancelled when a worker starts; a second request changes nothing', async () => {
  await worker.stop();
  const client = await api.client();
  const jobId = await client.submitOne(pages.url('page.html'));
  for (let time = 0; time < 2; time += 1) {
    const answer = await cancel(client, jobId);
    assert.deepEqual([answer.status, answer.body.state], [202, 'cancelling']);
  }
  const result = await client.send<JobStatusDetail>('GET', `/v1/parse/jobs/${jobId}/result`);
  assert.deepEqual([result.status, result.body.state], [409, 'cancelling']);
  await system.startWorker();
  const status = await client.waitFor(jobId, 'cancelled');
  assert.equal(status.started_at, null);
  const types = (await client.events(jobId)).map(({ type }) => type);
  assert.deepEqual(types, ['job.queued', 'job.cancel_requested', 'job.cancelled']);
});
