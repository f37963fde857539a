import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { choosePort } from '../../platform/ports.ts';
import { temporalServer } from '../../embedded/servers/temporal.ts';
import { assertDoneOnce, longDocument } from '../support/kill.ts';
import { servePages } from '../support/page-server.ts';
import { ServiceProcess } from '../support/service-process.ts';
import { openSystem } from '../support/system.ts';
import { temporalExecutable } from '../support/temporal-cli.ts';

const directory = mkdtempSync(join(tmpdir(), 'tidemill-temporal-'));
const port = await choosePort(0, 'Temporal', 'TEMPORAL_PORT');
const uiPort = await choosePort(0, 'its UI', 'TEMPORAL_UI_PORT');
const { isReady, ...server } = temporalServer(await temporalExecutable(), directory, port, uiPort);
const startServer = () => ServiceProcess.start({ ...server, env: {}, log: join(directory, 'server.log') }, isReady);
let running = await startServer();
after(async () => {
  await running.kill();
  rmSync(directory, { recursive: true });
});

const system = openSystem({ TEMPORAL_ADDRESS: `127.0.0.1:${port}` });
const pages = await servePages({ 'long.pdf': longDocument });
const [api] = await Promise.all([system.startApi(), system.startWorker()]);

test('Temporal’s server is killed while a job runs: the job goes on when it is back', async () => {
  const client = await api.client();
  const jobId = await client.submitOne(pages.url('long.pdf'));
  await client.waitUntilConverting(jobId);
  await running.kill();
  running = await startServer();
  await assertDoneOnce(client, jobId, pages);
});
