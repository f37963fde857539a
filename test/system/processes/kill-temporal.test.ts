import { test } from 'node:test';
import { assertDoneOnce, fetches, longDocument } from '../../support/service/kill.ts';
import { openMortalTemporal } from '../../support/servers/mortal-servers.ts';
import { servePages } from '../../support/servers/page-server.ts';
import { openSystem } from '../../support/service/system.ts';

const temporal = await openMortalTemporal();
const system = openSystem({ TEMPORAL_ADDRESS: temporal.url });
const pages = await servePages({ 'long.pdf': longDocument });
const [api] = await Promise.all([system.startApi(), system.startWorker()]);

test('the Temporal server is killed while a job runs: the job continues when the server is back', async () => {
  const client = await api.client();
  const jobId = await client.submitOne(pages.url('long.pdf'));
  await client.waitUntilConverting(jobId);
  const fetched = fetches(pages);
  await temporal.killAndRestart();
  await assertDoneOnce(client, jobId, pages, fetched);
});
