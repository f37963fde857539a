/** Requests that are certain to fail are refused on submission, before a worker runs. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { newId } from '../../../domain/ids.ts';
import type { Answer, Client, Job } from '../../support/service/client.ts';
import { setting } from '../../support/service/infrastructure.ts';
import { openSystem } from '../../support/service/system.ts';

const PAGE = 'https://example.com/';
const bucket = setting('S3_BUCKET');
const system = openSystem({ SECRET_WEBHOOK_CRM: 'a-key-of-the-receiver' });
const api = await system.startApi();
const tenant = `t-${randomBytes(6).toString('hex')}`;
const [client, colleague, stranger] = await Promise.all([
  api.client({ tenant }),
  api.client({ tenant, subject: 'colleague' }),
  api.client(),
]);

interface Issue {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}
type Answered = Answer<{ detail: Issue[]; jobs: Job[] }>;

const submit = (as: Client, body: object, headers: Record<string, string> = {}): Promise<Answered> =>
  as.send('POST', '/v1/parse/jobs', { body, headers });

/** Every way of naming an object. */
const formsOf = (objectId: string): string[] => [
  `service://objects/${objectId}`,
  `s3://${bucket}/objects/${objectId}/1`,
  `${bucket}/objects/${objectId}/1`,
  `objects/${objectId}/1`,
];

test('an object that is unknown, foreign or denied to the caller is refused with the same answer', async () => {
  const text = Buffer.from('The gate closes at high water.');
  const [foreign, hidden] = await Promise.all([
    stranger.upload(text, 'a.txt'),
    colleague.upload(text, 'a.txt', { access_policy: { access_level: 'private' } }),
  ]);
  const shown = new Set<string>();
  for (const objectId of [newId('obj'), foreign.object_id, hidden.object_id]) {
    for (const path of ['/v1/parse/jobs', '/v1/parse/sync']) {
      const sources = [PAGE, ...formsOf(objectId)];
      const { status, body } = await client.send<{ detail: Issue[] }>('POST', path, { body: { sources } });
      assert.equal(status, 422);
      assert.deepEqual(
        body.detail.map(({ loc }) => loc),
        sources.slice(1).map((_source, index) => ['body', 'sources', index + 1]),
      );
      for (const { msg, type } of body.detail) shown.add(`${type} ${msg.replace(objectId, 'ID')}`);
    }
  }
  assert.equal(shown.size, 1, [...shown].join('\n'));
  assert.equal((await submit(stranger, { sources: formsOf(foreign.object_id) })).status, 202);
});

test('a purpose that the policy requires is honoured', async () => {
  const purposeful = { access_policy: { purpose_tags: ['research'] } };
  const { locator } = await colleague.upload(Buffer.from('Words.'), 'a.txt', purposeful);
  assert.equal((await submit(client, { sources: [locator] })).status, 422);
  assert.equal((await submit(client, { sources: [locator] }, { 'X-Access-Purpose': 'research' })).status, 202);
});

test('a file without bytes is refused', async () => {
  const { locator } = await client.upload(Buffer.alloc(0), 'empty.txt');
  const { status, body } = await submit(client, { sources: [locator] });
  assert.deepEqual(
    [status, body.detail.map(({ loc, type }) => [...loc, type])],
    [422, [['body', 'sources', 0, 'empty_object']]],
  );
});

test('a retry with the same key gets the same answer, whatever was removed since', async () => {
  const { object_id, locator } = await client.upload(Buffer.from('Words.'), 'a.txt');
  const body = { sources: [locator, PAGE], options: { crawl: { max_pages: 3 } } };
  const key = { 'Idempotency-Key': 'gone' };
  const first = await submit(client, body, key);
  assert.equal(first.status, 202);
  const removed = await client.send('DELETE', `/v1/storage/objects/${object_id}?force=true`);
  assert.equal(removed.status, 204);

  const again = await submit(client, body, key);
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [202, 'true']);
  assert.deepEqual(again.body, first.body);
  const other = await submit(client, { ...body, priority: 1 }, key);
  assert.deepEqual([other.status, other.body.detail[0]?.type], [422, 'idempotency_conflict']);
  const anew = await submit(client, body, { 'Idempotency-Key': 'new' });
  assert.deepEqual([anew.status, anew.body.detail[0]?.type], [422, 'unknown_object']);
});

test('the same holds for a secret and a receiver that are no longer there', async () => {
  const body = { sources: [PAGE], webhook: { url: 'http://127.0.0.1:9/hook', secret_ref: 'crm' } };
  const key = { 'Idempotency-Key': 'webhook' };
  const first = await submit(client, body, key);
  assert.equal(first.status, 202);
  const later = client.at((await system.startApi({ SECRET_WEBHOOK_CRM: '', NETWORK_ALLOW: '' })).url);
  assert.deepEqual((await submit(later, body, key)).body, first.body);
  const anew = await submit(later, body);
  assert.deepEqual(
    anew.body.detail.map(({ loc }) => loc),
    [
      ['body', 'webhook', 'url'],
      ['body', 'webhook', 'secret_ref'],
    ],
  );
});

test('a receiver at a blocked address is refused', async () => {
  const closed = client.at((await system.startApi({ NETWORK_ALLOW: '10.1.0.0/16' })).url);
  const send = (url: string) => submit(closed, { sources: [PAGE], webhook: { url } });
  for (const host of [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '127.0.0.1.',
    '[::1]',
    '[::ffff:7f00:1]',
    '0.0.0.0',
    '10.2.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '[fd00::1]',
    '[64:ff9b::a00:1]',
    '100.64.0.1',
    'localhost',
    'LOCALHOST.',
    'a.localhost',
  ]) {
    const { status, body } = await send(`http://${host}:8080/hook`);
    assert.deepEqual([status, body.detail[0]?.loc], [422, ['body', 'webhook', 'url']], host);
  }
  for (const host of [
    '10.1.2.3',
    '8.8.8.8',
    '[2606:4700::1111]',
    'example.com',
    'localhost.example.com',
    'nowhere.invalid',
  ]) {
    assert.equal((await send(`https://${host}/hook`)).status, 202, host);
  }
});

test('unused options are reported and do no harm', async () => {
  const told = async (body: object): Promise<string[]> => {
    const answer = await submit(client, { sources: [PAGE], ...body });
    assert.equal(answer.status, 202);
    // No worker runs, which is reported, too.
    const warnings = answer.body.jobs.flatMap((job) => job.warnings).filter(({ code }) => code !== 'no_worker');
    return warnings.map(({ code, message }) => `${code} ${/^options\.(\w+)/.exec(message)?.[1]}`);
  };
  const crawl = { max_pages: 3 };
  const cloud = { max_pages: 3 };
  assert.deepEqual(await told({}), []);
  assert.deepEqual(await told({ options: { crawl } }), ['unused_option crawl']);
  assert.deepEqual(await told({ options: { crawl, cloud }, engine_id: 'web_reader' }), [
    'unused_option crawl',
    'unused_option cloud',
  ]);
  assert.deepEqual(await told({ options: { cloud }, engine_id: 'cloud_document_parser' }), []);
  assert.deepEqual(await told({ options: { cloud }, scene: 'document_ai' }), []);
  assert.deepEqual(await told({ options: { cloud }, engine_id: 'web_reader', scene: 'deep_web' }), [
    'unused_option cloud',
  ]);
  // A crawl reads PDFs and office files, too.
  const ofDocuments = { page_range: '1', max_pages: 3, notes: true, images: 'omit' };
  assert.deepEqual(await told({ options: { crawl, ...ofDocuments, ocr: 'off' }, engine_id: 'web_crawler' }), [
    'unused_option ocr',
  ]);
});
