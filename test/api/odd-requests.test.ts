/**
 * Requests that clumsy or hostile clients send: each gets the answer of the contract, and none is a fault of the
 * service.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { sharedSystem } from '../support/service/system.ts';

const { api } = await sharedSystem();
const client = await api.client();

interface Refused {
  readonly code?: string;
  readonly detail: readonly { readonly loc: readonly (string | number)[]; readonly type: string }[];
}

const OBJECT = 'obj_0123456789abcdefghjkmnpqrs';
const FILTER = '{"created_before":"2020-01-01T00:00:00Z"}';

/** An operation that does nothing when its body is well. */
const cancelNothing = (body: Uint8Array | string, headers: Record<string, string> = {}) =>
  sendBytes('/v1/jobs/cancel', body, { 'Content-Type': 'application/json', ...headers });

async function sendBytes(path: string, body: Uint8Array | string, headers: Record<string, string>) {
  const answer = await fetch(`${api.url}${path}`, {
    method: 'POST',
    headers: { Authorization: client.authorization, ...headers },
    body: Buffer.from(body),
  });
  const refused = (await answer.json()) as Refused;
  return { status: answer.status, code: refused.code, places: placesOf(refused) };
}

function placesOf({ detail }: Refused): string[] {
  return Array.isArray(detail) ? detail.map(({ loc, type }) => `${loc.join('.')} ${type}`) : [];
}

test('compressed bodies are decompressed, and invalid compression is the client’s error', async () => {
  const packings = { gzip: gzipSync(FILTER), deflate: deflateSync(FILTER), br: brotliCompressSync(FILTER) };
  for (const [name, packed] of Object.entries(packings)) {
    const headers = { 'Content-Encoding': name };
    assert.equal((await cancelNothing(packed, headers)).status, 202, name);
    const broken = await cancelNothing('not packed at all', headers);
    assert.deepEqual([broken.status, broken.code], [400, 'malformed_json'], name);
    const cut = await cancelNothing(packed.subarray(0, 15), headers);
    assert.deepEqual([cut.status, cut.code], [400, 'malformed_json'], `${name}, cut off`);
  }
  const bomb = await cancelNothing(gzipSync(Buffer.alloc(20_000_000, ' ')), { 'Content-Encoding': 'gzip' });
  assert.deepEqual([bomb.status, bomb.code], [413, 'too_large']);
  const unknown = await cancelNothing(FILTER, { 'Content-Encoding': 'compress' });
  assert.deepEqual([unknown.status, unknown.code], [415, 'unsupported_media_type']);
});

test('a body is JSON in UTF-8; everything else is refused', async () => {
  const accepted = ['application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'APPLICATION/JSON'];
  for (const type of accepted) assert.equal((await cancelNothing(FILTER, { 'Content-Type': type })).status, 202, type);
  const refused = ['application/json; charset=utf-16', 'application/vnd.other+json', 'application/json-patch+json'];
  for (const type of refused) assert.equal((await cancelNothing(FILTER, { 'Content-Type': type })).status, 415, type);
  for (const body of [Buffer.from('{"kind":"\xe9"}', 'latin1'), Buffer.from(FILTER, 'utf16le'), ' ', '{"a":1}{']) {
    const answer = await cancelNothing(body);
    assert.deepEqual([answer.status, answer.code], [400, 'malformed_json']);
  }
});

test('names with a meaning in JavaScript are ordinary names', async () => {
  assert.deepEqual((await cancelNothing(`{"${'n'.repeat(500_000)}":1}`)).places, [
    `body.${'n'.repeat(100)} unknown_member`,
  ]);
  assert.deepEqual((await cancelNothing('{"constructor":1}')).places, ['body.constructor unknown_member']);
  assert.deepEqual((await cancelNothing('{"__proto__":{"state":"queued"}}')).places, ['body.__proto__ name']);
  const form = new FormData();
  form.append('__proto__', 'x');
  form.append('metadata_json', '{"constructor":"\\u0000"}');
  form.append('file', new Blob(['x']), 'x.txt');
  const upload = await client.send<Refused>('POST', '/v1/storage/files', { body: form });
  assert.deepEqual(placesOf(upload.body).sort(), [
    'body.__proto__ unknown_member',
    'body.metadata_json.constructor characters',
  ]);
});

test('webhook headers may have such names, too', async () => {
  const webhook = { url: 'https://example.com/', headers: { constructor: '1', 'to-string': '2', tostring: '3' } };
  const answer = await client.send('POST', '/v1/parse/jobs', { body: { sources: ['https://example.com/'], webhook } });
  assert.equal(answer.status, 202);
});

test('deeply nested values are refused, with their path', async () => {
  const deep = `{"filename":"a","metadata":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`;
  const answer = await sendBytes('/v1/storage/uploads', deep, { 'Content-Type': 'application/json' });
  assert.equal(answer.status, 422);
  assert.match(answer.places.join(), /^body\.metadata\.a[.a]* depth$/);
});

test('metadata has the same size limit in JSON and in forms', async () => {
  const metadata = { text: 'x'.repeat(70_000) };
  const upload = await client.send<Refused>('POST', '/v1/storage/uploads', { body: { filename: 'a', metadata } });
  assert.deepEqual([upload.status, placesOf(upload.body)], [422, ['body.metadata max_json_bytes']]);
  const form = new FormData();
  form.append('metadata_json', JSON.stringify(metadata));
  form.append('file', new Blob(['x']), 'x.txt');
  const direct = await client.send<Refused>('POST', '/v1/storage/files', { body: form });
  assert.deepEqual([direct.status, direct.body.code], [413, 'too_large']);
});

test('a response lists at most a hundred errors', async () => {
  const members = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`m${index}`, index]));
  assert.equal((await cancelNothing(JSON.stringify(members))).places.length, 100);
});

test('times that the database cannot store are reported', async () => {
  for (const time of [
    '2016-12-31T23:59:60Z',
    '0000-01-01T00:00:00Z',
    '2026-01-01 00:00:00Z',
    '2026-01-01T00:00:00+01',
  ]) {
    for (const path of ['/v1/jobs', '/v1/storage/objects']) {
      const { status, body } = await client.send<Refused>('GET', `${path}?created_after=${encodeURIComponent(time)}`);
      assert.deepEqual([status, placesOf(body)], [422, ['query.created_after format']], `${path} ${time}`);
    }
  }
  for (const path of ['/v1/jobs', '/v1/storage/objects']) {
    assert.equal((await client.send('GET', `${path}?created_after=2026-01-01t00:00:00z`)).status, 200, path);
  }
});

test('integers must be written in digits', async () => {
  for (const limit of ['Infinity', '1e2', '0x10', '%205', '5.0', '', '9'.repeat(400)]) {
    const { status, body } = await client.send<Refused>('GET', `/v1/storage/objects?limit=${limit}`);
    assert.deepEqual([status, placesOf(body)], [422, ['query.limit type']], limit);
  }
});

test('forged cursors are reported', async () => {
  const made = ['-271821-04-20T00:00:00.000Z', '0000-01-01T00:00:00.000Z', '1', ''].map((time) => `${time} ${OBJECT}`);
  for (const text of [...made, '2026-01-01T00:00:00.000Z obj_x']) {
    const cursor = Buffer.from(text).toString('base64url');
    const { status, body } = await client.send<Refused>('GET', `/v1/storage/objects?cursor=${cursor}`);
    assert.deepEqual([status, placesOf(body)], [422, ['query.cursor cursor']], text);
  }
});
