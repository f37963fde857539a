/** Uploads by signed addresses, as a client of the API makes them. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { StorageObject } from '../../../api/storage/schemas.ts';
import type { StorageUploadSession } from '../../../api/storage/uploads/schemas.ts';
import type { Answer, Client } from './client.ts';

export interface Problem {
  readonly code: string;
  readonly expected?: string;
  readonly actual?: string;
  readonly state?: string;
  readonly job_ids?: readonly string[];
}

export interface Named {
  readonly part_number: number;
  readonly etag: string;
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export async function openUpload(
  client: Client,
  request: Readonly<Record<string, unknown>>,
): Promise<StorageUploadSession> {
  const answer = await client.send<StorageUploadSession>('POST', '/v1/storage/uploads', { body: request });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  assert.equal(answer.headers.get('location'), `/v1/storage/uploads/${answer.body.upload_id}`);
  return answer.body;
}

export async function readUpload(client: Client, uploadId: string, query = ''): Promise<StorageUploadSession> {
  const answer = await client.send<StorageUploadSession>('GET', `/v1/storage/uploads/${uploadId}${query}`);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

/** Sends bytes to a signed address; the status and the ETag of the object store. */
export async function put(
  url: string | null,
  bytes: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly etag: string }> {
  const response = await fetch(url ?? assert.fail('there is no address'), {
    method: 'PUT',
    headers,
    body: Uint8Array.from(bytes),
  });
  await response.arrayBuffer();
  return { status: response.status, etag: response.headers.get('etag') ?? '' };
}

export async function putWhole(session: StorageUploadSession, bytes: Uint8Array): Promise<void> {
  assert.equal((await put(session.url, bytes, session.headers)).status, 200);
}

/** Sends the parts of a page, cut from the whole file. */
export function putParts(session: StorageUploadSession, bytes: Uint8Array): Promise<Named[]> {
  const partSize = session.part_size_bytes ?? assert.fail('it has no parts');
  return Promise.all(
    session.parts.map(async ({ part_number, url, size_bytes }) => {
      const begin = (part_number - 1) * partSize;
      const { status, etag } = await put(url, bytes.subarray(begin, begin + size_bytes));
      assert.equal(status, 200);
      return { part_number, etag };
    }),
  );
}

export function complete<T = Problem>(
  client: Client,
  uploadId: string,
  body: Readonly<Record<string, unknown>> = {},
): Promise<Answer<T>> {
  return client.send<T>('POST', `/v1/storage/uploads/${uploadId}/complete`, { body });
}

/** Completes a session that must become an object. */
export async function completeObject(
  client: Client,
  uploadId: string,
  body: Readonly<Record<string, unknown>> = {},
): Promise<StorageObject> {
  const answer = await complete<StorageObject>(client, uploadId, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

/** The bytes of an object, by a download address. */
export async function download(client: Client, objectId: string, query = ''): Promise<Buffer> {
  const path = `/v1/storage/objects/${objectId}/download-url${query}`;
  const answer = await client.send<{ url: string }>('GET', path);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return Buffer.from(await (await fetch(answer.body.url)).arrayBuffer());
}
