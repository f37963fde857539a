import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { servePages } from '../../support/servers/page-server.ts';
import { makeLongPdf } from '../../support/documents/pdf.ts';
import { openSystem } from '../../support/service/system.ts';

const PAGES = 1000;
const LIMIT_MB = 700;

const system = openSystem({ CONVERTERS: '2' });
const pages = await servePages({
  'long.pdf': (_request, response) =>
    void response.setHeader('Content-Type', 'application/pdf').end(makeLongPdf(PAGES)),
});
const [api, worker] = await Promise.all([system.startApi(), system.startWorker()]);

/** Memory of a process and its children in megabytes; shared memory counts once. */
function heldMb(pid: number): number {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(name)]),
  );
  const tree = new Set([pid]);
  for (const [child, parent] of [...parents].sort(([a], [b]) => a - b)) if (tree.has(parent)) tree.add(child);
  return [...tree].reduce((sum, each) => sum + proportionalMb(each), 0);
}

function parentOf(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return 0;
  }
}

function proportionalMb(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024;
  } catch {
    return 0;
  }
}

test('a PDF of a thousand pages uses little memory in all processes of the worker', async (context) => {
  if (process.platform !== 'linux') return context.skip('Memory of processes is read from /proc.');
  const client = await api.client();
  const jobId = await client.submitOne(pages.url('long.pdf'));
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, heldMb(worker.pid))), 100);
  await client.waitFor(jobId, 'succeeded').finally(() => clearInterval(watch));
  context.diagnostic(`peak ${peak.toFixed(0)} MB`);
  assert.ok(peak < LIMIT_MB, `${peak.toFixed(0)} MB`);
  assert.equal((await client.result(jobId)).document.page_count, PAGES);
});

test('its conversion stops when its job is cancelled', async (context) => {
  const client = await api.client();
  const jobId = await client.submitOne(pages.url('long.pdf'));
  await client.waitUntilConverting(jobId);
  const asked = performance.now();
  await client.send('POST', `/v1/jobs/${jobId}/cancel`);
  await client.waitFor(jobId, 'cancelled');
  context.diagnostic(`after ${(performance.now() - asked).toFixed(0)} ms`);
});
