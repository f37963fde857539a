import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSystem } from '../../support/service/system.ts';
import { openTemporalUi } from '../../support/service/temporal-ui.ts';
import { until } from '../../support/until.ts';
import { complete, openUpload, putWhole } from '../../support/service/uploads.ts';
import { openReceiver } from '../../support/servers/webhook-receiver.ts';

const system = openSystem({ UPLOAD_SYNC_VERIFY_BYTES: '0' });
const { workflow, shows, summaryOf } = await openTemporalUi(system);
const receiver = await openReceiver({ hook: (response) => response.writeHead(204).end() });
const CAPPED = { MAX_RUNNING_JOBS_PER_TENANT: '1' };
const [api] = await Promise.all([
  system.startApi(CAPPED),
  system.startWorker({ ...CAPPED, WORKER_PROFILES: 'default,webhook' }),
]);

test('Temporal’s Web UI shows what a job works on, and what it waits for', async () => {
  const client = await api.client();
  const { locator } = await client.upload(Buffer.from('Words.'), `${'report '.repeat(30)}.txt`);
  const webhook = { url: receiver.url('hook'), event_types: ['job.succeeded'] };
  const first = await client.submitOne(locator, { webhook });
  await shows(first, /^queued: convert waits for a worker of "parse", or for its turn there$/);
  const second = await client.submitOne(locator);
  await shows(second, /^queued: waiting for capacity: the tenant has reached MAX_RUNNING_JOBS_PER_TENANT/);
  await client.send('POST', `/v1/jobs/${second}/pause`);
  await shows(second, /^queued: paused/);
  await client.send('POST', `/v1/jobs/${second}/resume`);
  await shows(second, /^queued: waiting for capacity: the tenant has reached MAX_RUNNING_JOBS_PER_TENANT/);

  const summary = await summaryOf(first);
  assert.match(summary, /^parse · report report .*… \(obj_[0-9a-z]+\) · auto$/);
  assert.ok(Buffer.byteLength(summary) < 200, summary);

  const worker = await system.startWorker({ WORKER_PROFILES: 'parse' });
  await client.waitFor(second, 'succeeded');
  await shows(second, /^succeeded$/);
  const [delivered] = await receiver.waitFor('hook', 1);
  await worker.stop();

  await until('it is delivered again', async () => {
    const { status } = await client.send('POST', `/v1/jobs/${first}/webhook/redeliver`);
    return status === 202 ? true : undefined;
  });
  await receiver.waitFor('hook', 2);
  const { priority } = await workflow.getHandle(delivered?.headers['webhook-id'] ?? '').describe();
  assert.deepEqual([priority?.fairnessKey, priority?.priorityKey], [client.tenant, 3]);
});

test('a job with a long address can be started', async () => {
  const client = await api.client();
  const jobId = await client.submitOne(`http://127.0.0.1:9/${'long/'.repeat(400)}`);
  await shows(jobId, /^queued: fetchSource waits for a worker of "parse", or for its turn there$/);
});

test('upload verification shares its queue fairly between tenants', async () => {
  const client = await api.client();
  const session = await openUpload(client, { filename: 'gate.txt' });
  await putWhole(session, Buffer.from('The gate closes at high water.'));
  await complete(client, session.upload_id);
  const { priority } = await workflow.getHandle(session.upload_id).describe();
  assert.equal(priority?.fairnessKey, client.tenant);
});
