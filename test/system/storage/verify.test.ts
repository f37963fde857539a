import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { StorageUploadSession } from '../../../api/storage/uploads/schemas.ts';
import type { Client } from '../../support/service/client.ts';
import { openSystem } from '../../support/service/system.ts';
import { until } from '../../support/until.ts';
import {
  complete,
  completeObject,
  download,
  openUpload,
  putParts,
  putWhole,
  readUpload,
  sha256,
} from '../../support/service/uploads.ts';

const MIB = 1024 ** 2;
const system = openSystem({ UPLOAD_SYNC_VERIFY_BYTES: '10', UPLOAD_PART_BYTES: String(5 * MIB) });
const api = await system.startApi();
const large = randomBytes(6 * MIB);

/** Starts a completion that a workflow finishes. */
async function completeLater(client: Client, uploadId: string, body: Readonly<Record<string, unknown>>): Promise<void> {
  const answer = await complete<StorageUploadSession>(client, uploadId, body);
  assert.deepEqual(
    [answer.status, answer.body.state, answer.body.url],
    [202, 'verifying', null],
    JSON.stringify(answer.body),
  );
  assert.equal(answer.headers.get('location'), `/v1/storage/uploads/${uploadId}`);
}

function settled(client: Client, uploadId: string): Promise<StorageUploadSession> {
  return until(`${uploadId} is verified`, async () => {
    const session = await readUpload(client, uploadId);
    return session.state === 'verifying' ? undefined : session;
  });
}

test('a large upload waits for a worker, is verified by a workflow, and becomes one object', async () => {
  const client = await api.client();
  const session = await openUpload(client, { filename: 'large.bin', size_bytes: large.byteLength });
  const parts = await putParts(session, large);
  const body = { parts, checksum_sha256: sha256(large) };
  await completeLater(client, session.upload_id, body);
  const abort = await client.send<{ code: string }>('DELETE', `/v1/storage/uploads/${session.upload_id}`);
  assert.deepEqual([abort.status, abort.body.code], [409, 'upload_state']);

  await completeLater(client, session.upload_id, body);
  await system.startWorker();
  const done = await settled(client, session.upload_id);
  assert.deepEqual([done.state, done.version, done.error], ['completed', 1, null]);
  const object = await completeObject(client, session.upload_id, body);
  assert.deepEqual([object.sha256, object.version], [sha256(large), 1]);
  assert.ok((await download(client, object.object_id)).equals(large));
});

test('a large upload with a wrong checksum reopens the session, which reports why', async () => {
  const client = await api.client();
  for (const bytes of [large, large.subarray(0, 100)]) {
    const session = await openUpload(client, { filename: 'large.bin', size_bytes: bytes.byteLength });
    const upload = async (from: StorageUploadSession) => {
      if (from.method === 'multipart_parts') return putParts(from, bytes);
      await putWhole(from, bytes);
      return [];
    };
    const wrong = sha256(Buffer.from('something else'));
    await completeLater(client, session.upload_id, { parts: await upload(session), checksum_sha256: wrong });
    const refused = await settled(client, session.upload_id);
    assert.equal(refused.state, 'open');
    assert.deepEqual(refused.error?.code, 'checksum_mismatch');
    assert.deepEqual(refused.error?.details, { expected: wrong, actual: sha256(bytes) });
    assert.equal((await client.send('GET', `/v1/storage/objects/${session.object_id}`)).status, 404);
    await completeLater(client, session.upload_id, { parts: await upload(refused), checksum_sha256: sha256(bytes) });
    assert.equal((await settled(client, session.upload_id)).state, 'completed');
  }
});

test('small uploads are verified at once', async () => {
  const client = await api.client();
  const session = await openUpload(client, { filename: 'small.txt' });
  await putWhole(session, Buffer.from('0123456789'));
  assert.equal((await completeObject(client, session.upload_id)).size_bytes, 10);
});
