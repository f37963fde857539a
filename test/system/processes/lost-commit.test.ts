import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import type { StorageObject } from '../../../api/storage/schemas.ts';
import type { Client } from '../../support/service/client.ts';
import { setting } from '../../support/service/infrastructure.ts';
import { openLossyPostgres } from '../../support/servers/lossy-postgres.ts';
import { keysIn, openStore } from '../../support/store.ts';
import { openSystem } from '../../support/service/system.ts';
import {
  complete,
  completeObject,
  download,
  openUpload,
  putParts,
  putWhole,
  sha256,
} from '../../support/service/uploads.ts';

const MIB = 1024 ** 2;
const bucket = `lost-${randomBytes(4).toString('hex')}`;
const system = openSystem({ S3_BUCKET: bucket, UPLOAD_PART_BYTES: String(5 * MIB) });
const postgres = await openLossyPostgres(setting('DATABASE_URL'));
const api = await system.startApi({ DATABASE_URL: postgres.url });
const store = openStore(bucket);
after(() => store.close());

function form(bytes: Uint8Array, fields: Readonly<Record<string, string>> = {}): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('file', new Blob([Uint8Array.from(bytes)]), 'file.bin');
  return body;
}

async function listed(client: Client): Promise<readonly StorageObject[]> {
  const { body } = await client.send<{ items: StorageObject[] }>('GET', '/v1/storage/objects');
  return body.items;
}

/** Checks that every listed object can be downloaded with these bytes. Returns the number of objects. */
async function assertWhole(client: Client, bytes: Buffer): Promise<number> {
  const items = await listed(client);
  for (const { object_id } of items) assert.equal(sha256(await download(client, object_id)), sha256(bytes), object_id);
  return items.length;
}

test('an object whose commit response was lost has its bytes', async () => {
  const client = await api.client();
  const bytes = randomBytes(20_000);
  const lost = postgres.cutAt('COMMIT', 'answered');
  const answer = await client.send<{ code: string }>('POST', '/v1/storage/files', { body: form(bytes) });
  await lost;
  assert.deepEqual([answer.status, answer.body.code], [503, 'unavailable']);
  assert.equal(await assertWhole(client, bytes), 1);
  // The client cannot know this, and retries.
  assert.equal((await client.send('POST', '/v1/storage/files', { body: form(bytes) })).status, 201);
  assert.equal(await assertWhole(client, bytes), 2);
});

for (const [name, bytes] of Object.entries({ 'one part': randomBytes(20_000), parts: randomBytes(6 * MIB) })) {
  test(`a session of ${name} whose commit response was lost is completed, and a second completion reports it`, async () => {
    const client = await api.client();
    const session = await openUpload(client, { filename: 'file.bin', size_bytes: bytes.length });
    const parts = session.url === null ? await putParts(session, bytes) : [];
    if (session.url !== null) await putWhole(session, bytes);
    const lost = postgres.cutAt('COMMIT', 'answered');
    const answer = await complete(client, session.upload_id, { parts });
    await lost;
    assert.deepEqual([answer.status, answer.body.code], [503, 'unavailable']);
    assert.equal(await assertWhole(client, bytes), 1);
    await completeObject(client, session.upload_id, { parts });
    assert.equal(await assertWhole(client, bytes), 1);
  });
}

test('a removal that fails before the database change leaves the object whole', async () => {
  const client = await api.client();
  const bytes = randomBytes(20_000);
  const { object_id } = await client.upload(bytes, 'file.bin');
  const cut = postgres.cutAt('DELETE FROM "public"."storage_object"', 'before');
  const { status } = await client.send('DELETE', `/v1/storage/objects/${object_id}`);
  await cut;
  assert.equal(status, 503);
  assert.equal(await assertWhole(client, bytes), 1);
  assert.equal((await client.send('DELETE', `/v1/storage/objects/${object_id}`)).status, 204);
  assert.deepEqual(await keysIn(store, `objects/${object_id}/`), []);
});

test('a request refused before the database change leaves no bytes', async () => {
  const client = await api.client();
  const before = await keysIn(store, 'objects/');
  const refused = await client.send('POST', '/v1/storage/files', {
    body: form(randomBytes(20_000), { metadata_json: 'no JSON' }),
  });
  assert.equal(refused.status, 422);
  assert.deepEqual(await keysIn(store, 'objects/'), before);
});
