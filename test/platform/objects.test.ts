import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { DeleteBucketCommand, ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3';
import { ServiceError } from '../../errors/index.ts';
import { openObjectStore } from '../../platform/objects/index.ts';
import { setting } from '../support/service/infrastructure.ts';
import { listenOnLoopback } from '../support/servers/loopback-server.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const endpoint = setting('S3_ENDPOINT');
const accessKeyId = setting('S3_ACCESS_KEY_ID');
const secretAccessKey = setting('S3_SECRET_ACCESS_KEY');

const MB = 1024 * 1024;
const bucket = `test-${randomBytes(6).toString('hex')}`;
const settings = { endpoint, publicEndpoint: endpoint, region: 'us-east-1', bucket, accessKeyId, secretAccessKey };
const store = openObjectStore(settings, ['t/']);
const raw = new S3Client({ ...settings, credentials: settings, forcePathStyle: true });

before(() => store.ensureBucket());
after(async () => {
  await store.removePrefix('t/');
  await raw.send(new DeleteBucketCommand({ Bucket: bucket }));
  store.close();
  raw.destroy();
});

const hasCode = (code: string) => (error: unknown) => error instanceof ServiceError && error.code === code;

async function openUploads(): Promise<number> {
  const answer = await raw.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
  return answer.Uploads?.length ?? 0;
}

const listen = async (server: Server): Promise<string> => `http://127.0.0.1:${await listenOnLoopback(server)}`;

/** Creates the bucket at a store with scripted answers; returns the requests it received. */
async function ensureAt(
  answer: (method: string) => readonly [status: number, code: string],
): Promise<{ asked: string[]; ensured: Promise<void> }> {
  const asked: string[] = [];
  const server = createHttpServer((request, response) => {
    const method = request.method ?? '';
    asked.push(method);
    const [status, code] = answer(method);
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(method === 'HEAD' ? undefined : `<Error><Code>${code}</Code></Error>`);
  });
  const scripted = openObjectStore({ ...settings, endpoint: await listen(server) }, ['t/']);
  const ensured = scripted.ensureBucket().finally(() => {
    scripted.close();
    server.close();
  });
  return { asked, ensured };
}

test('a write under a prefix that no domain declares is refused', async () => {
  const content = { ttlSeconds: 60, contentType: 'text/plain', bytes: 1 };
  for (const write of [
    () => store.put('elsewhere/a', 'x', 'text/plain'),
    () => store.putStream('elsewhere/a', Readable.from(['x']), 'text/plain', { maxBytes: 1 }),
    () => store.copy('t/a', 'elsewhere/a'),
    () => store.createMultipart('elsewhere/a'),
    () => store.signPut('elsewhere/a', content),
  ]) {
    await assert.rejects(write, RangeError);
  }
});

test('creating the bucket again changes nothing', async () => {
  await Promise.all([store.ensureBucket(), store.ensureBucket()]);
  await store.check(AbortSignal.timeout(PATIENCE_MS));
});

test('stores an object with its content type', async () => {
  await store.put('t/put/ünï code.md', '# Grüße', 'text/markdown; charset=utf-8');
  assert.deepEqual(await store.head('t/put/ünï code.md'), { bytes: 9, contentType: 'text/markdown; charset=utf-8' });
  assert.equal(Buffer.from(await store.getBytes('t/put/ünï code.md', { maxBytes: 9 })).toString(), '# Grüße');
  const chunks: Uint8Array[] = await (await store.getStream('t/put/ünï code.md')).toArray();
  assert.equal(Buffer.concat(chunks).toString(), '# Grüße');

  await store.put('t/put/ünï code.md', new Uint8Array([1]), 'text/plain');
  assert.deepEqual(await store.getBytes('t/put/ünï code.md', { maxBytes: 9 }), Buffer.from([1]));
});

test('a bucket that another process created in the meantime is accepted', async () => {
  const code = 'BucketAlreadyOwnedByYou';
  const { asked, ensured } = await ensureAt((method) => (method === 'HEAD' ? [404, ''] : [409, code]));
  await ensured;
  assert.deepEqual(asked, ['HEAD', 'PUT']);
});

test('does not create a bucket that it may not access', async () => {
  const { asked, ensured } = await ensureAt(() => [403, 'AccessDenied']);
  await assert.rejects(ensured);
  assert.deepEqual(asked, ['HEAD']);
});

test('reading an absent object is not_found, its head is null', async () => {
  assert.equal(await store.head('t/absent'), null);
  await assert.rejects(store.getBytes('t/absent', { maxBytes: 1 }), hasCode('not_found'));
  await assert.rejects(store.getStream('t/absent'), hasCode('not_found'));
  await store.remove('t/absent');
});

test('a missing bucket is an installation fault, not an absent object', async () => {
  const elsewhere = openObjectStore({ ...settings, bucket: `${bucket}-missing` }, ['t/']);
  await assert.rejects(elsewhere.getBytes('t/a', { maxBytes: 1 }), { name: 'NoSuchBucket' });
  await assert.rejects(elsewhere.check(AbortSignal.timeout(PATIENCE_MS)));
  elsewhere.close();
});

test('does not read more than allowed', async () => {
  await store.put('t/big', randomBytes(100_000), 'application/octet-stream');
  await assert.rejects(store.getBytes('t/big', { maxBytes: 99_999 }), (error: unknown) => {
    assert.ok(error instanceof ServiceError);
    assert.equal(error.code, 'too_large');
    assert.deepEqual(error.details, { limit_bytes: 99_999 });
    return true;
  });
});

/** Copies: what is stored is freed. */
function inPieces(content: Buffer): Buffer[] {
  return Array.from({ length: Math.ceil(content.length / 70_000) }, (_, i) =>
    Buffer.from(content.subarray(i * 70_000, (i + 1) * 70_000)),
  );
}

for (const bytes of [0, 1, 5 * MB, 5 * MB + 1, 13 * MB]) {
  test(`streams ${bytes} bytes and returns their SHA-256`, async () => {
    const content = randomBytes(bytes);
    const parts: Buffer[] = [];
    const stored = await store.putStream('t/stream', Readable.from(inPieces(content)), 'application/pdf', {
      maxBytes: bytes,
      onPart: (part) => parts.push(Buffer.from(part)),
    });
    assert.ok(content.equals(Buffer.concat(parts)));
    assert.deepEqual(stored, { bytes, sha256: createHash('sha256').update(content).digest('hex') });
    assert.ok(content.equals(await store.getBytes('t/stream', { maxBytes: bytes })));
    assert.equal((await store.head('t/stream'))?.contentType, 'application/pdf');
  });
}

for (const limit of [1 * MB, 12 * MB]) {
  test(`a stream over ${limit} bytes is too_large and leaves nothing`, async () => {
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(100_000);
      })(),
    );
    const put = store.putStream('t/cap', endless, 'text/plain', { maxBytes: limit });
    await assert.rejects(put, hasCode('too_large'));
    assert.equal(await store.head('t/cap'), null);
    assert.equal(await openUploads(), 0);
    assert.ok(endless.destroyed);
  });
}

test('a chunk is freed once it is consumed; a slice of a larger buffer is not', async () => {
  const whole = randomBytes(70_000);
  const piece = randomBytes(70_001).subarray(1);
  await store.putStream('t/freed', Readable.from([whole, piece]), 'text/plain', { maxBytes: 140_000 });
  assert.deepEqual([whole.length, piece.length], [0, 70_000]);
});

test('a stalled stream holds little more in memory than has arrived', async () => {
  const controller = new AbortController();
  const before = process.memoryUsage().arrayBuffers;
  const streams = Array.from({ length: 100 }, () => new PassThrough());
  const puts = streams.map((stream, i) =>
    store.putStream(`t/stalled/${i}`, stream, 'text/plain', { maxBytes: MB, signal: controller.signal }),
  );
  await Promise.all(streams.map((stream) => new Promise((resolve) => stream.write(Buffer.alloc(100_000), resolve))));
  assert.ok(process.memoryUsage().arrayBuffers - before < 40 * MB);
  controller.abort();
  await Promise.allSettled(puts);
});

test('concurrent streams keep their bytes apart', async () => {
  const contents = Array.from({ length: 3 }, () => randomBytes(11 * MB));
  for (let round = 0; round < 2; round++) {
    await Promise.all(
      contents.map(async (content, i) => {
        const key = `t/at-once/${i}`;
        await store.putStream(key, Readable.from(inPieces(content)), 'text/plain', { maxBytes: content.length });
        assert.ok(content.equals(await store.getBytes(key, { maxBytes: content.length })));
      }),
    );
  }
});

test('a part that the store refuses ends the stream, and its upload is aborted', async () => {
  const asked: string[] = [];
  const server = createHttpServer((request, response) => {
    const { method = '', url = '' } = request;
    const part = new URL(url, 'http://store').searchParams.get('partNumber');
    asked.push(part === null ? method : `${method} ${part}`);
    request.resume();
    request.on('end', () => {
      response.writeHead(part === '2' ? 403 : 200, { 'content-type': 'application/xml', etag: '"e"' });
      if (method === 'POST') response.end('<R><UploadId>u</UploadId></R>');
      else response.end(part === '2' ? '<Error><Code>AccessDenied</Code></Error>' : undefined);
    });
  });
  const refusing = openObjectStore({ ...settings, endpoint: await listen(server) }, ['t/']);
  const endless = Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(MB);
    })(),
  );
  await assert.rejects(refusing.putStream('t/refused', endless, 'text/plain', { maxBytes: 1000 * MB }), {
    name: 'AccessDenied',
  });
  assert.ok(endless.destroyed);
  assert.deepEqual([asked[0], asked.at(-1)], ['POST', 'DELETE']);
  assert.ok(asked.length < 10, asked.join());
  refusing.close();
  server.close();
});

test('an aborted stream leaves nothing', async () => {
  const controller = new AbortController();
  const source = new PassThrough();
  const put = store.putStream('t/abort', source, 'text/plain', { maxBytes: 100 * MB, signal: controller.signal });
  // More than a part has been taken, so a multipart upload is open; the rest never comes.
  for (let i = 0; i < 12; i++) if (!source.write(Buffer.alloc(MB))) await once(source, 'drain');
  controller.abort(new Error('stop it'));
  await assert.rejects(put, { message: 'stop it' });
  assert.equal(await store.head('t/abort'), null);
  assert.equal(await openUploads(), 0);
});

test('a source that fails leaves nothing, and its error is reported', async () => {
  const broken = Readable.from(
    (function* () {
      yield Buffer.alloc(6 * MB);
      throw new Error('cable cut');
    })(),
  );
  await assert.rejects(store.putStream('t/broken', broken, 'text/plain', { maxBytes: 100 * MB }), {
    message: 'cable cut',
  });
  assert.equal(await store.head('t/broken'), null);
  assert.equal(await openUploads(), 0);
});

test('an aborted read stops', async () => {
  await store.put('t/read', randomBytes(100), 'text/plain');
  const signal = AbortSignal.abort(new Error('stop it'));
  await assert.rejects(store.getBytes('t/read', { maxBytes: 100, signal }));
});

test('removes a prefix of any size and nothing else', async () => {
  const keys = Array.from({ length: 1005 }, (_, i) => `t/many/${i}`);
  for (let i = 0; i < keys.length; i += 50) {
    await Promise.all(keys.slice(i, i + 50).map((key) => store.put(key, 'x', 'text/plain')));
  }
  await store.put('t/many-not', 'x', 'text/plain');
  await store.removePrefix('t/many/');
  assert.equal(await store.head('t/many/0'), null);
  assert.equal(await store.head('t/many/1004'), null);
  assert.notEqual(await store.head('t/many-not'), null);
  await store.removePrefix('t/many/');
  await assert.rejects(store.removePrefix(''), RangeError);
});

test('a signed URL reads the object under the name and type it was signed for, and not when altered', async () => {
  await store.put('t/signed', 'hello', 'application/octet-stream');
  const url = await store.signGet('t/signed', {
    ttlSeconds: 60,
    disposition: 'attachment',
    filename: 'Grüße.md',
    contentType: 'text/markdown',
  });
  const answer = await fetch(url);
  assert.equal(answer.status, 200);
  assert.equal(await answer.text(), 'hello');
  assert.equal(answer.headers.get('content-type'), 'text/markdown');
  assert.equal(
    answer.headers.get('content-disposition'),
    `attachment; filename="Gr__e.md"; filename*=UTF-8''Gr%C3%BC%C3%9Fe.md`,
  );
  assert.equal(new URL(url).searchParams.get('X-Amz-Expires'), '60');
  const altered = await fetch(url.replace('Expires=60', 'Expires=6000'));
  assert.equal(altered.status, 403);
  await altered.body?.cancel();
});

test('a signed PUT accepts only the type and length that it was signed for', async () => {
  const url = await store.signPut('t/signed-put', { ttlSeconds: 60, contentType: 'text/plain', bytes: 5 });
  const send = async (body: string, type: string): Promise<number> => {
    const answer = await fetch(url, { method: 'PUT', body, headers: { 'Content-Type': type } });
    await answer.body?.cancel();
    return answer.status;
  };
  assert.equal(await send('hello!', 'text/plain'), 403);
  assert.equal(await send('hello', 'text/html'), 403);
  assert.equal(await store.head('t/signed-put'), null);
  assert.equal(await send('hello', 'text/plain'), 200);
  assert.deepEqual(await store.head('t/signed-put'), { bytes: 5, contentType: 'text/plain' });
});

test('a multipart upload: signed parts of exact length, their list, one object', async () => {
  const key = 't/parts/ü 1';
  const multipartId = await store.createMultipart(key);
  const sizes = [5 * MB, 100];
  const contents = sizes.map((size) => randomBytes(size));
  for (const [index, content] of contents.entries()) {
    const part = { partNumber: index + 1, bytes: content.length, ttlSeconds: 60 };
    const url = await store.signPart(key, multipartId, part);
    const longer = await fetch(url, { method: 'PUT', body: Buffer.concat([content, Buffer.alloc(1)]) });
    assert.equal(longer.status, 403);
    await longer.body?.cancel();
    assert.equal((await fetch(url, { method: 'PUT', body: Uint8Array.from(content) })).status, 200);
  }
  const parts = (await store.listParts(key, multipartId)) ?? assert.fail('the upload is over');
  assert.deepEqual(
    parts.map(({ partNumber, bytes, etag }) => [partNumber, bytes, etag]),
    contents.map((content, index) => [index + 1, content.length, createHash('md5').update(content).digest('hex')]),
  );
  const open: string[] = [];
  for await (const page of store.listMultiparts()) open.push(...page.map((upload) => upload.multipartId));
  assert.deepEqual(open, [multipartId]);

  await store.completeMultipart(key, multipartId, parts);
  await store.completeMultipart(key, multipartId, parts);
  assert.ok(Buffer.concat(contents).equals(await store.getBytes(key, { maxBytes: 6 * MB })));
  assert.equal(await store.listParts(key, multipartId), null);
  await store.abortMultipart(key, multipartId);
  assert.notEqual(await store.head(key), null);
  assert.equal(await openUploads(), 0);
});

test('an aborted multipart upload leaves nothing, and can be aborted again', async () => {
  const multipartId = await store.createMultipart('t/parts/2');
  const url = await store.signPart('t/parts/2', multipartId, { partNumber: 1, bytes: 1, ttlSeconds: 60 });
  assert.equal((await fetch(url, { method: 'PUT', body: 'x' })).status, 200);
  await store.abortMultipart('t/parts/2', multipartId);
  await store.abortMultipart('t/parts/2', multipartId);
  assert.equal(await store.listParts('t/parts/2', multipartId), null);
  assert.equal(await store.head('t/parts/2'), null);
  assert.equal(await openUploads(), 0);
});

test('copies and lists', async () => {
  await store.put('t/copy/ä b+c', 'bytes', 'text/plain');
  await store.copy('t/copy/ä b+c', 't/copy/z');
  assert.equal(Buffer.from(await store.getBytes('t/copy/z', { maxBytes: 5 })).toString(), 'bytes');
  await assert.rejects(store.copy('t/copy/none', 't/copy/y'), hasCode('not_found'));
  const listed = [];
  for await (const page of store.list('t/copy/')) listed.push(...page);
  assert.deepEqual(listed.map(({ key }) => key).sort(), ['t/copy/z', 't/copy/ä b+c']);
  assert.ok(listed.every(({ modifiedAt }) => Math.abs(Date.now() - modifiedAt.getTime()) < 3_600_000));
});

test('signed URLs have the public address', async () => {
  const outside = openObjectStore({ ...settings, publicEndpoint: 'https://files.example.org' }, ['t/']);
  const url = await outside.signGet('t/a b', {
    ttlSeconds: 1,
    disposition: 'inline',
    filename: 'a',
    contentType: 'text/plain',
  });
  assert.ok(url.startsWith(`https://files.example.org/${bucket}/t/a%20b?`));
  outside.close();
});

test('a store that does not answer is reported when the caller stops waiting', async () => {
  const silent = createServer();
  const away = openObjectStore({ ...settings, endpoint: await listen(silent) }, ['t/']);
  await assert.rejects(away.check(AbortSignal.timeout(50)), { name: 'AbortError' });
  away.close();
  silent.close();
});
