import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertDoneOnce, fetches, longDocument } from '../../support/service/kill.ts';
import { servePages } from '../../support/servers/page-server.ts';
import { sharedSystem } from '../../support/service/system.ts';

const system = await sharedSystem();
const pages = await servePages({ 'long.pdf': longDocument });
const api = await system.startApi();

test('killing an API process loses no job', async () => {
  const client = await api.client();
  const jobId = await client.submitOne(pages.url('long.pdf'));
  const before = await client.waitUntilConverting(jobId);
  const fetched = fetches(pages);
  await api.process.kill();

  const successor = client.at((await system.startApi()).url);
  const after = await successor.status(jobId);
  assert.deepEqual(
    [after.created_at, after.workflow.run_id, after.started_at],
    [before.created_at, before.workflow.run_id, before.started_at],
  );
  await assertDoneOnce(successor, jobId, pages, fetched);
});
