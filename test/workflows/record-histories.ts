/**
 * Records the histories that replay.test.ts replays, from real runs: `npm test test/workflows/record-histories.ts`. To be
 * run when a workflow was changed in a way that old histories need not bear, which no release may do without a patch.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { JOBS_TASK_QUEUE } from '../../platform/jobs/model.ts';
import { articlePage, servePages } from '../support/page-server.ts';
import { makePdf } from '../support/pdf.ts';
import { openSystem } from '../support/system.ts';
import { showHistory, temporalWorkflow } from '../support/temporal-cli.ts';
import { until } from '../support/until.ts';
import { openReceiver } from '../support/webhook-receiver.ts';
import { complete, openUpload, putWhole, readUpload } from '../support/uploads.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const directory = fileURLToPath(new URL('histories', import.meta.url));
const system = openSystem({
  UPLOAD_SYNC_VERIFY_BYTES: '0',
  WEBHOOK_RETRY_DELAYS_MS: '10,10',
  CREDENTIAL_WAIT_MS: '10',
});
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
const receiver = await openReceiver({ hook: (response, earlier) => response.writeHead(earlier < 1 ? 500 : 204).end() });
const [api] = await Promise.all([
  system.startApi(),
  system.startWorker(),
  system.startWorker({ WORKER_PROFILES: 'cloud' }),
]);
const client = await api.client({ tenant: 'recorder' });

/** The history of the workflow's current run, without what tells of the machine that recorded it. */
async function record(name: string, workflowId: string): Promise<void> {
  const history = await showHistory(system, workflowId);
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

test('crawl', async () => {
  const crawl = { max_pages: 2, sitemaps: false };
  const jobId = await client.submitOne(pages.url('page.html'), { engine_id: 'web_crawler', options: { crawl } });
  await client.waitFor(jobId, 'succeeded');
  await record('crawl', jobId);
});

test('waited in vain for a credential', async () => {
  const { locator } = await client.upload(makePdf([{ text: [{ x: 72, y: 90, text: 'Words' }] }]), 'words.pdf');
  const jobId = await client.submitOne(locator, { engine_id: 'cloud_document_parser', scene: 'deep_web' });
  await client.waitFor(jobId, 'failed');
  await record('credential', jobId);
});

test('paused, then told by webhook', async () => {
  const webhook = { url: receiver.url('hook'), event_types: ['job.succeeded'] };
  const jobId = await client.submitOne(pages.url('page.html'), { webhook });
  await client.send('POST', `/v1/jobs/${jobId}/pause`);
  await client.send('POST', `/v1/jobs/${jobId}/resume`);
  const [, second] = await receiver.waitFor('hook', 2);
  const webhookId = second?.headers['webhook-id'] ?? '';
  await until('the delivery is told', async () =>
    (await client.events(jobId)).some(({ type }) => type === 'webhook.delivered') ? true : undefined,
  );
  await record('webhook', jobId);
  await temporalWorkflow(system, 'result', '--workflow-id', webhookId);
  await record('deliverWebhook', webhookId);
});

test('verifyUpload', async () => {
  const session = await openUpload(client, { filename: 'gate.txt' });
  const { upload_id } = session;
  await putWhole(session, Buffer.from('The gate closes at high water.'));
  await complete(client, upload_id);
  await until(`${upload_id} is completed`, async () => {
    const { state } = await readUpload(client, upload_id);
    return state === 'completed' ? true : undefined;
  });
  await record('verifyUpload', upload_id);
});

test('sweepStorage', async () => {
  const workflowId = 'storage-sweep-recorded';
  const started = ['--type', 'sweepStorage', '--task-queue', JOBS_TASK_QUEUE, '--workflow-id', workflowId];
  await temporalWorkflow(system, 'execute', ...started, '--input', '{"orphan_age_ms":86400000}');
  await record('sweepStorage', workflowId);
});
