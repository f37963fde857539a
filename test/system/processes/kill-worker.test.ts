import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertDoneOnce, fetches, longDocument } from '../../support/service/kill.ts';
import { servePages } from '../../support/servers/page-server.ts';
import { openSystem } from '../../support/service/system.ts';

const system = openSystem();
const pages = await servePages({ 'long.pdf': longDocument });
const [api, worker] = await Promise.all([system.startApi(), system.startWorker()]);

test('a worker that is killed while it converts is replaced by another: the job succeeds, once', async () => {
  const client = await api.client();
  const jobId = await client.submitOne(pages.url('long.pdf'));
  await client.waitUntilConverting(jobId);
  const fetched = fetches(pages);
  await worker.kill();

  const retrying = await client.waitUntil(jobId, 'waits for a worker', ({ waiting_on }) => waiting_on !== null);
  assert.equal(retrying.state, 'running');
  await system.startWorker();
  await assertDoneOnce(client, jobId, pages, fetched);
  const events = await client.events(jobId);
  const told = events.filter(({ type, data }) => type === 'job.retrying' && data['step'] === 'convert');
  // An attempt given to the connection of the killed worker is not told of; on a busy machine there may be more.
  assert.ok(told.length > 0, JSON.stringify(events));
});
