/** Checks the object store. */
import { KEY_PREFIXES, objectKey } from '../domain/keys.ts';
import { randomUUID } from 'node:crypto';
import { S3ServiceException } from '@aws-sdk/client-s3';
import type { Config } from '../domain/settings.ts';
import { openObjectStore } from '../platform/objects/index.ts';
import type { ObjectStore } from '../platform/objects/index.ts';
import { fail, ok, warn } from './report.ts';
import type { Finding, Report } from './report.ts';

/** S3 rejects signatures older than 15 minutes. */
const SKEW_FAIL_SECONDS = 5 * 60;
const SKEW_WARN_SECONDS = 30;

const BYTES = Buffer.from('npm run doctor');
const TYPE = 'text/plain';
const TTL_SECONDS = 60;
/** An arbitrary browser origin that no site-specific CORS rule allows. */
const ORIGIN = 'https://doctor.example';

const REACH = 'start the object store, or correct S3_ENDPOINT.';
const REACH_PUBLIC = 'set S3_PUBLIC_ENDPOINT to the address at which clients reach the same store.';
const RIGHTS =
  'check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION and S3_BUCKET, and that the key may write, read and delete.';
const CORS =
  'allow your sites in the bucket’s CORS rules: methods PUT and GET, all headers, and expose ETag (aws s3api ' +
  'put-bucket-cors).';

/** Checks the store, its clock, the permissions of the credentials, and access through the public address. */
export async function checkObjects(report: Report, config: Config['objects']): Promise<void> {
  const store = openObjectStore(config, KEY_PREFIXES);
  const key = objectKey('doctor/', randomUUID());
  try {
    if (!(await report.check('s3', REACH, (signal) => checkClock(config.endpoint, signal)))) return;
    const rights = (signal: AbortSignal) => checkRights(store, key, config.bucket, signal);
    if (!(await report.check('s3 write, read, delete', RIGHTS, rights))) return;
    const address = await store.signPut(key, { ttlSeconds: TTL_SECONDS, contentType: TYPE, bytes: null });
    const put: { answer?: Response } = {};
    await report.check('s3 signed upload', REACH_PUBLIC, async (signal) => {
      const headers = { 'Content-Type': TYPE, Origin: ORIGIN };
      put.answer = await fetch(address, { method: 'PUT', body: BYTES, headers, signal });
      return checkUpload(put.answer, config.publicEndpoint);
    });
    const { answer } = put;
    if (answer?.ok) await report.check('s3 cors', REACH_PUBLIC, (signal) => checkCors(address, answer, signal));
    await store.remove(key);
  } finally {
    store.close();
  }
}

async function checkClock(endpoint: string, signal: AbortSignal): Promise<Finding> {
  const answer = await fetch(endpoint, { signal, redirect: 'manual' });
  await answer.body?.cancel();
  const date = Date.parse(answer.headers.get('date') ?? '');
  if (Number.isNaN(date)) return ok(`responds at ${endpoint}, without a clock`);
  // The header has whole seconds.
  const skewSeconds = Math.round(Math.abs(Date.now() - date) / 1000);
  const text = `responds at ${endpoint}, clock differs by ${skewSeconds} s`;
  const fix = 'synchronize both clocks with NTP: signatures with a wrong time are rejected.';
  if (skewSeconds > SKEW_FAIL_SECONDS) return fail(text, fix);
  return skewSeconds > SKEW_WARN_SECONDS ? warn(text, fix) : ok(text);
}

async function checkRights(store: ObjectStore, key: string, bucket: string, signal: AbortSignal): Promise<Finding> {
  const began = performance.now();
  try {
    await store.check(signal);
  } catch (error) {
    // Some stores create a bucket on the first write. The write reports any other error more precisely.
    if (error instanceof S3ServiceException && error.name === 'NotFound') {
      return fail(`there is no bucket "${bucket}"`, 'correct S3_BUCKET, or start the API once, which creates it.');
    }
  }
  await store.put(key, BYTES, TYPE);
  const read = await store.getBytes(key, { maxBytes: 2 * BYTES.length });
  await store.remove(key);
  if (!BYTES.equals(read)) return fail('the bytes read are not the bytes written', REACH);
  return ok(`bucket "${bucket}", ${Math.round(performance.now() - began)} ms`);
}

async function checkUpload(answer: Response, endpoint: string): Promise<Finding> {
  const text = `PUT ${endpoint}: ${answer.status}`;
  const reason = /<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1] ?? '';
  if (answer.ok) return ok(text);
  return fail(`${text} ${reason}`, `${REACH_PUBLIC} A proxy in front of it must keep the Host header.`);
}

/** Sends a browser's preflight: checks that the origin may upload and read the ETag of the response. */
async function checkCors(address: string, upload: Response, signal: AbortSignal): Promise<Finding> {
  const preflight = await fetch(address, {
    method: 'OPTIONS',
    headers: {
      Origin: ORIGIN,
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Headers': 'content-type',
    },
    signal,
  });
  await preflight.body?.cancel();
  const allowed = preflight.headers.get('access-control-allow-origin');
  if (!preflight.ok || allowed === null) {
    return warn(`uploads from browsers are rejected (preflight: ${preflight.status})`, CORS);
  }
  const exposed = upload.headers.get('access-control-expose-headers') ?? '';
  const names = exposed.split(',').map((name) => name.trim().toLowerCase());
  return names.includes('etag') || names.includes('*')
    ? ok(`sites of ${allowed} may upload and read the ETag`)
    : warn(`browsers may upload, but not read the ETag (exposed: ${exposed || 'nothing'})`, CORS);
}
