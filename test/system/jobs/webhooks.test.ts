import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { ParseResult } from '../../../api/parse/schemas.ts';
import type { Client } from '../../support/service/client.ts';
import { articlePage, servePages } from '../../support/servers/page-server.ts';
import { openSystem } from '../../support/service/system.ts';
import { temporalWorkflow } from '../../support/service/temporal-cli.ts';
import { until } from '../../support/until.ts';
import { openReceiver } from '../../support/servers/webhook-receiver.ts';
import type { Received } from '../../support/servers/webhook-receiver.ts';

const NEW_SECRET = `whsec_${Buffer.from('a secret of the new kind').toString('base64')}`;
const OLD_SECRET = `whsec_${Buffer.from('a secret of the old kind').toString('base64')}`;
const system = openSystem({
  SECRET_WEBHOOK_CRM: `${NEW_SECRET} ${OLD_SECRET}`,
  WEBHOOK_RETRY_DELAYS_MS: '20,20,20,20,20',
  WEBHOOK_TIMEOUT_MS: '400',
});
const pages = await servePages({ 'page.html': articlePage('Page', 'It has words.'), silence: () => undefined });
const receiver = await openReceiver({
  fivefold: (response, earlier) => response.writeHead(earlier < 5 ? 500 : 200).end(),
  always: (response) => response.writeHead(503).end(),
  gone: (response) => response.writeHead(410).end(),
  moved: (response, earlier) =>
    response.writeHead(earlier < 1 ? 302 : 204, { Location: receiver.url('elsewhere') }).end(),
  hangs: (response, earlier) => void (earlier < 1 || response.writeHead(204).end()),
  busy: (response, earlier) => response.writeHead(earlier < 1 ? 429 : 204, { 'Retry-After': '1' }).end(),
});
const [api, worker] = await Promise.all([system.startApi(), system.startWorker()]);
const client = await api.client();

/** Submits a job whose webhook points to a path of the receiver. */
async function submit(path: string, webhook: object = {}, page = 'page.html'): Promise<string> {
  const body = { sources: [pages.url(page)], webhook: { url: receiver.url(path), ...webhook } };
  const answer = await client.send<{ jobs: { job_id: string }[] }>('POST', '/v1/parse/jobs', { body });
  assert.equal(answer.status, 202, JSON.stringify(answer.body));
  return answer.body.jobs[0]?.job_id ?? '';
}

/** The job's events once its deliveries are done, without those about parsing. */
async function eventsOf(of: Client, jobId: string, deliveries: number) {
  return until(`${deliveries} deliveries of ${jobId} have ended`, async () => {
    const events = await of.events(jobId);
    const ended = events.filter(({ type }) => type.startsWith('webhook.'));
    return ended.length === deliveries ? events.filter(({ type }) => !type.startsWith('parse.')) : undefined;
  });
}

const verify = (secret: string, { body, headers }: Received): unknown => new Webhook(secret).verify(body, headers);

test('a receiver gets signed requests for the start and the end, with links to the result', async () => {
  const event_types = ['job.started', 'job.succeeded'];
  const jobId = await submit('told', { secret_ref: 'crm', event_types, headers: { 'X-Environment': 'test' } });
  const requests = await receiver.waitFor('told', 2);
  assert.deepEqual(requests.map(({ payload }) => payload.type).sort(), event_types);
  assert.equal(new Set(requests.map(({ headers }) => headers['webhook-id'])).size, 2);
  const end = requests.find(({ payload }) => payload.type === 'job.succeeded');
  assert.ok(end);
  for (const secret of [NEW_SECRET, OLD_SECRET]) assert.deepEqual(verify(secret, end), end.payload);
  assert.equal(end.headers['x-environment'], 'test');
  const { job } = end.payload.data;
  assert.deepEqual([job.job_id, job.state, job.error], [jobId, 'succeeded', null]);
  assert.ok(job.started_at !== null && job.finished_at !== null);
  const result = await client.send<ParseResult>('GET', job.links.result);
  assert.deepEqual([result.status, result.body.job_id], [200, jobId]);

  const events = await eventsOf(client, jobId, 2);
  const delivered = events.filter(({ type }) => type === 'webhook.delivered');
  const told = delivered.map(({ data }) => `${String(data['event_type'])} ${String(data['status'])}`);
  assert.deepEqual(told.sort(), ['job.started 204', 'job.succeeded 204']);
});

test('a receiver detects a changed body, an old timestamp and a wrong secret', async () => {
  await submit('forged', { secret_ref: 'crm' });
  const [request] = await receiver.waitFor('forged', 1);
  assert.ok(request);
  const { headers, body } = request;
  assert.throws(() => verify(NEW_SECRET, { ...request, body: body.replace('succeeded', 'failed') }));
  assert.throws(() => verify(`whsec_${Buffer.from('another').toString('base64')}`, request));
  const old = String(Number(headers['webhook-timestamp']) - 3600);
  assert.throws(() => verify(NEW_SECRET, { ...request, headers: { ...headers, 'webhook-timestamp': old } }));
});

test('deliveries that fail five times, hang, redirect or meet a busy receiver are retried with the same ID and body', async () => {
  const cases = { fivefold: 6, hangs: 2, moved: 2, busy: 2 };
  for (const [path, attempts] of Object.entries(cases)) {
    const jobId = await submit(path);
    const requests = await receiver.waitFor(path, attempts);
    assert.equal(new Set(requests.map(({ headers }) => headers['webhook-id'])).size, 1, path);
    assert.equal(new Set(requests.map(({ body }) => body)).size, 1, path);
    const last = (await eventsOf(client, jobId, 1)).at(-1);
    assert.deepEqual([last?.type, last?.data['attempts'], requests.length], ['webhook.delivered', attempts, attempts]);
  }
  assert.deepEqual(receiver.received('elsewhere'), []);
});

test('a delivery fails after its last attempt, and at once when the receiver is gone or its address blocked', async () => {
  const always = (await eventsOf(client, await submit('always'), 1)).at(-1);
  assert.deepEqual(
    [always?.type, always?.data['attempts'], always?.data['status'], receiver.received('always').length],
    ['webhook.failed', 6, 503, 6],
  );
  const gone = (await eventsOf(client, await submit('gone'), 1)).at(-1);
  assert.deepEqual([gone?.type, gone?.data['status'], receiver.received('gone').length], ['webhook.failed', 410, 1]);
  // The API allows an address that the worker does not: a name can resolve to such an address after the submission.
  const lenient = client.at((await system.startApi({ NETWORK_ALLOW: '127.0.0.1,::1' })).url);
  const jobId = await lenient.submitOne(pages.url('page.html'), { webhook: { url: 'http://[::1]:9/' } });
  const blocked = (await eventsOf(client, jobId, 1)).at(-1);
  assert.deepEqual([blocked?.type, blocked?.data['attempts']], ['webhook.failed', 1]);
});

test('failure and cancellation are delivered to webhooks that subscribe to them', async () => {
  await submit('failed', {}, 'nowhere.html');
  const [failed] = await receiver.waitFor('failed', 1);
  assert.deepEqual([failed?.payload.type, failed?.payload.data.job.error?.code], ['job.failed', 'not_found']);
  const jobId = await submit('cancelled', { event_types: ['job.cancelled'] }, 'silence');
  await client.waitFor(jobId, 'running');
  await temporalWorkflow(system, 'cancel', '--workflow-id', jobId);
  const [cancelled] = await receiver.waitFor('cancelled', 1);
  assert.deepEqual([cancelled?.payload.type, cancelled?.payload.data.job.state], ['job.cancelled', 'cancelled']);
  assert.equal('webhook-signature' in (cancelled?.headers ?? {}), false);
});

test('a redelivery has the same ID', async () => {
  const jobId = await submit('again', { secret_ref: 'crm' });
  await eventsOf(client, jobId, 1);
  const answer = await client.send<{ round: number; state: string }>('POST', `/v1/jobs/${jobId}/webhook/redeliver`);
  assert.deepEqual([answer.status, answer.body.round, answer.body.state], [202, 1, 'delivered']);
  const [first, second] = await receiver.waitFor('again', 2);
  assert.equal(first?.headers['webhook-id'], second?.headers['webhook-id']);
  assert.equal(first?.body, second?.body);
  const events = await eventsOf(client, jobId, 2);
  assert.deepEqual(
    events.filter(({ type }) => type === 'webhook.delivered').map(({ data }) => data['round']),
    [1, 2],
  );
  const sequences = (await client.events(jobId)).map(({ sequence }) => sequence);
  assert.deepEqual(
    sequences,
    sequences.map((_sequence, index) => index + 1),
  );
  const list = await client.send<{ items: { round: number }[] }>('GET', `/v1/jobs/${jobId}/webhook`);
  assert.deepEqual(
    list.body.items.map(({ round }) => round),
    [2, 1],
  );

  const plain = await client.submitOne(pages.url('page.html'));
  await client.waitFor(plain, 'succeeded');
  const none = await client.send<{ code: string }>('POST', `/v1/jobs/${plain}/webhook/redeliver`);
  assert.deepEqual([none.status, none.body.code], [409, 'webhook_not_sent']);
});

test('errors in a webhook are reported on submission', async () => {
  const refused = async (webhook: object): Promise<unknown[]> => {
    const body = { sources: [pages.url('page.html')], webhook: { url: receiver.url('never'), ...webhook } };
    const answer = await client.send<{ detail: { loc: unknown[] }[] }>('POST', '/v1/parse/jobs', { body });
    assert.equal(answer.status, 422, JSON.stringify(webhook));
    return answer.body.detail.map(({ loc }) => loc.slice(2).join('.'));
  };
  assert.deepEqual(await refused({ secret_ref: 'unknown' }), ['secret_ref']);
  assert.deepEqual(await refused({ url: 'http://user:pass@127.0.0.1/' }), ['url']);
  assert.deepEqual(await refused({ url: 'ftp://127.0.0.1/' }), ['url']);
  assert.deepEqual(await refused({ event_types: ['job.progress'] }), ['event_types.0']);
  const headers = {
    Host: 'x',
    Connection: 'close',
    Authorization: 'Bearer x',
    'X-Api-Key': 'x',
    'Webhook-Id': 'x',
    'X-Lines': 'a\nb',
  };
  assert.deepEqual(new Set(await refused({ headers })), new Set(Object.keys(headers).map((name) => `headers.${name}`)));
});

test('a worker that dies during a delivery loses nothing', async () => {
  const jobId = await submit('survivor', { event_types: ['job.succeeded'] });
  await worker.kill();
  await system.startWorker();
  await client.waitFor(jobId, 'succeeded');
  const requests = await receiver.waitFor('survivor', 1);
  assert.equal(new Set(requests.map(({ headers }) => headers['webhook-id'])).size, 1);
  await eventsOf(client, jobId, 1);
});
