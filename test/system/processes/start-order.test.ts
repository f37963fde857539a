import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../support/free-port.ts';
import { temporalServer } from '../../../embedded/servers/temporal.ts';
import { Client } from '../../support/service/client.ts';
import { infrastructure } from '../../support/service/infrastructure.ts';
import { articlePage, servePages } from '../../support/servers/page-server.ts';
import { ServiceProcess } from '../../support/service/service-process.ts';
import { temporalExecutable } from '../../support/service/temporal-cli.ts';
import { until } from '../../support/until.ts';

const directory = mkdtempSync(join(tmpdir(), 'tidemill-order-'));
const [temporalPort, uiPort, apiPort] = [await freePort(), await freePort(), await freePort()];
const env = {
  ...infrastructure().env,
  TEMPORAL_ADDRESS: `127.0.0.1:${temporalPort}`,
  PORT: String(apiPort),
  NETWORK_ALLOW: '127.0.0.1',
};
const started: ServiceProcess[] = [];
after(async () => {
  await Promise.all(started.map((process) => process.kill()));
  rmSync(directory, { recursive: true });
});

/** Resolves when the process reports that it waits. */
async function startEarly(script: string): Promise<ServiceProcess> {
  const path = fileURLToPath(new URL(`../../../${script}`, import.meta.url));
  const log = join(directory, 'processes.log');
  const spec = { name: script, command: process.execPath, args: [path], env, log };
  const waits = (pid: number) => (line: string) => line.includes(`"pid":${pid}`) && line.includes('waiting for');
  const waiting = await ServiceProcess.start(spec, async (pid) =>
    readFileSync(log, 'utf8').split('\n').some(waits(pid)),
  );
  started.push(waiting);
  return waiting;
}

for (const script of ['api/server.ts', 'activities/worker/main.ts']) {
  test(`${script} ends when it is asked to while it waits for Temporal`, async () => {
    const early = await startEarly(script);
    assert.equal(await early.stop(), 0);
  });
}

test('API and worker that start before Temporal wait for it, and then work', async () => {
  const pages = await servePages({ 'page.html': articlePage('Page', 'It has words.') });
  await Promise.all(['api/server.ts', 'activities/worker/main.ts'].map(startEarly));

  const { isReady, ...server } = temporalServer(await temporalExecutable(), directory, temporalPort, uiPort);
  started.push(await ServiceProcess.start({ ...server, env: {}, log: join(directory, 'temporal.log') }, isReady));
  const url = `http://127.0.0.1:${apiPort}`;
  await until('the API serves', async () => (await fetch(url).catch(() => null)) ?? undefined);
  const client = await Client.of(url);
  await client.waitFor(await client.submitOne(pages.url('page.html')), 'succeeded');
});
