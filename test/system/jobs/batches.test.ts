/** The jobs of one request as a whole: status, list, and one webhook when all have ended, whatever is killed. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import type { Static } from 'typebox';
import type { BatchWebhookPayload } from '../../../domain/webhook/model.ts';
import type { Batch } from '../../../api/jobs/batches.ts';
import type { ParseBatchJobAccepted } from '../../../api/parse/schemas.ts';
import { articlePage, servePages } from '../../support/servers/page-server.ts';
import { openSystem } from '../../support/service/system.ts';
import { temporalWorkflow } from '../../support/service/temporal-cli.ts';
import { until } from '../../support/until.ts';
import { openReceiver } from '../../support/servers/webhook-receiver.ts';

const system = openSystem();
const held: ServerResponse[] = [];
let asked = 0;
const page = articlePage('Page', 'It has words.');
const pages = await servePages({
  'page.html': page,
  'held.html': (_request, response) => void held.push(response),
  'again.html': (_request, response) => (asked++ === 0 ? void response.end(page) : void held.push(response)),
});
const receiver = await openReceiver({});
const [api, worker] = await Promise.all([system.startApi(), system.startWorker()]);
const client = await api.client();

type Accepted = Static<typeof ParseBatchJobAccepted>;

function submit(path: string, sources: readonly string[], key: string): Promise<Accepted> {
  const body = {
    sources: sources.map((source) => pages.url(source)),
    webhook: { url: receiver.url(path), event_types: ['batch.completed'] },
  };
  return client.expect(202, 'POST', '/v1/parse/jobs', { headers: { 'Idempotency-Key': key }, body });
}

const readBatch = (id: string | null): Promise<Static<typeof Batch>> => client.expect(200, 'GET', `/v1/batches/${id}`);

test('a batch ends once, with the last of its jobs, although workers and a job are killed', async () => {
  const { batch_id, jobs } = await submit('ends', ['page.html', 'missing.html', 'held.html', 'held.html'], 'ends');
  const [first, missing, late, killed] = jobs.map(({ job_id }) => job_id);
  assert.ok(batch_id && first && missing && late && killed);
  await client.waitFor(first, 'succeeded');
  await client.waitFor(missing, 'failed');
  const running = await until('both pages are asked for', async () => {
    const batch = await readBatch(batch_id);
    return batch.counts.running === 2 && held.length >= 2 ? batch : undefined;
  });
  assert.deepEqual(
    [running.state, running.finished_at, running.counts.succeeded, running.counts.failed],
    ['running', null, 1, 1],
  );
  assert.deepEqual(
    running.jobs.map(({ job_id, source }) => [job_id, source]),
    jobs.map(({ job_id, source }) => [job_id, source]),
  );
  assert.equal((await client.status(late)).batch_id, batch_id);

  await worker.kill();
  await temporalWorkflow(system, 'terminate', '--workflow-id', killed);
  await system.startWorker();
  await until('the page is asked for again', async () => {
    for (const response of held.splice(0)) response.setHeader('Content-Type', 'text/html').end(page);
    return (await client.status(late)).state === 'succeeded' ? true : undefined;
  });
  const [event] = await receiver.waitFor('ends', 1);
  const { type, data } = JSON.parse(event?.body ?? '') as BatchWebhookPayload;
  assert.equal(type, 'batch.completed');
  assert.partialDeepStrictEqual(data.batch, {
    batch_id,
    kind: 'parse',
    state: 'failed',
    links: { self: `/v1/batches/${batch_id}` },
    counts: { succeeded: 2, failed: 2, cancelled: 0 },
  });
  assert.equal(event?.headers['webhook-id'], `${batch_id}.batch.completed`);
  const ended = await readBatch(batch_id);
  assert.deepEqual([ended.state, ended.counts.succeeded, ended.counts.failed], ['failed', 2, 2]);
  assert.ok(ended.finished_at);

  const again = await submit('ends', ['page.html', 'missing.html', 'held.html', 'held.html'], 'ends');
  assert.deepEqual(again, { batch_id, jobs });
  const listed = await until('the jobs are listed', async () => {
    const list = await client.expect<{ items: { job_id: string }[] }>(200, 'GET', `/v1/jobs?batch=${batch_id}`);
    return list.items.length === 4 ? list.items : undefined;
  });
  assert.deepEqual(listed.map(({ job_id }) => job_id).sort(), jobs.map(({ job_id }) => job_id).sort());

  // Each waits for the end of its workflow.
  const reset = ['reset', '--workflow-id', batch_id, '--type', 'FirstWorkflowTask', '--reason', 'once more'];
  await temporalWorkflow(system, ...reset);
  await temporalWorkflow(system, 'result', '--workflow-id', batch_id);
  await temporalWorkflow(system, 'result', '--workflow-id', `${batch_id}.batch.completed`);
  type Delivery = { readonly event_type: string; readonly state: string; readonly attempts: number };
  const { items } = await client.expect<{ items: readonly Delivery[] }>(200, 'GET', `/v1/jobs/${first}/webhook`);
  assert.deepEqual(
    items.map(({ event_type, state, attempts }) => [event_type, state, attempts]),
    [['batch.completed', 'delivered', 1]],
  );
  assert.equal(receiver.received('ends').length, 1);
});

test('a single job is a batch only for a receiver that wants to know', async () => {
  const [alone] = await client.submit([pages.url('page.html')]);
  assert.equal((await client.status(alone?.job_id ?? '')).batch_id, null);
  const { batch_id } = await submit('alone', ['page.html'], 'alone');
  assert.ok(batch_id);
  assert.equal((await receiver.waitFor('alone', 1)).length, 1);
});

test('a job that succeeded and is reset is open again in its batch', async () => {
  const { batch_id, jobs } = await submit('reset', ['again.html', 'page.html'], 'reset');
  const jobId = jobs[0]?.job_id ?? '';
  await until('the batch has succeeded', async () => (await readBatch(batch_id)).state === 'succeeded' || undefined);
  const before = held.length;
  const reset = ['reset', '--workflow-id', jobId, '--type', 'FirstWorkflowTask', '--reason', 'once more'];
  await temporalWorkflow(system, ...reset);
  await until('the batch is open again', async () => {
    const { state, finished_at, counts } = await readBatch(batch_id);
    return (state === 'running' && finished_at === null && counts.succeeded === 1) || undefined;
  });
  await until('the page is asked for again', async () => held.length > before || undefined);
  for (const response of held.splice(before)) response.end(page);
  await until('the batch has succeeded', async () => (await readBatch(batch_id)).state === 'succeeded' || undefined);
});

test('a batch of another tenant does not exist', async () => {
  const { batch_id } = await submit('foreign', ['page.html', 'page.html'], 'foreign');
  const stranger = await api.client();
  await stranger.expect(404, 'GET', `/v1/batches/${batch_id}`);
  await stranger.expect(404, 'GET', '/v1/batches/bat_01');
});
