/**
 * Records the histories that replay.test.ts replays, from real runs: `npm test test/workflows/record-histories.ts`. To be
 * run when a workflow was changed in a way that old histories need not bear, which no release may do without a patch.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { articlePage, servePages } from '../support/page-server.ts';
import { openSystem } from '../support/system.ts';
import { showHistory, temporalWorkflow } from '../support/temporal-cli.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const directory = fileURLToPath(new URL('histories', import.meta.url));
const system = openSystem();
let isThere = false;
const pages = await servePages({
  'page.html': articlePage('Page', 'It has words.'),
  'empty.html': '<!doctype html><title>Links</title><nav><a href="/">Home</a></nav>',
  silence: () => undefined,
  'late.html': (_request, response) => {
    if (isThere) response.end(articlePage('Late', 'Better late than never.'));
    else response.writeHead(404).end();
  },
});
const [api] = await Promise.all([system.startApi(), system.startWorker()]);
const client = await api.client({ tenant: 'recorder' });

/** The history of the job's current run, without what tells of the machine that recorded it. */
async function record(name: string, jobId: string): Promise<void> {
  const history = await showHistory(system, jobId);
  const told = history.replaceAll(root, '/app/').replaceAll(`@${hostname()}`, '@host');
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, `${name}.json`), told);
}

test('succeeded', async () => {
  const jobId = await client.submitOne(pages.url('page.html'));
  await client.waitFor(jobId, 'succeeded');
  await record('succeeded', jobId);
});

test('fallback', async () => {
  const jobId = await client.submitOne(pages.url('empty.html'));
  await client.waitFor(jobId, 'succeeded');
  await record('fallback', jobId);
});

test('cancelled', async () => {
  const jobId = await client.submitOne(pages.url('silence'));
  await client.waitFor(jobId, 'running');
  await temporalWorkflow(system, 'cancel', '--workflow-id', jobId);
  await client.waitFor(jobId, 'cancelled');
  await record('cancelled', jobId);
});

test('failed, then retried', async () => {
  const jobId = await client.submitOne(pages.url('late.html'));
  await client.waitFor(jobId, 'failed');
  await record('failed', jobId);
  isThere = true;
  await client.send('POST', `/v1/jobs/${jobId}/retry`);
  await client.waitFor(jobId, 'succeeded');
  await record('retried', jobId);
});
