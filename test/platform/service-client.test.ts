import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { FormData } from 'undici';
import { createServiceClient } from '../../platform/service-client.ts';
import { servePages } from '../support/servers/page-server.ts';

const pages = await servePages({
  echo: (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, headers } = request;
      const { 'content-type': type, authorization } = headers;
      response.end(JSON.stringify({ method, type, authorization, body: Buffer.concat(chunks).toString() }));
    });
  },
  busy: (_request, response) => response.writeHead(429, { 'retry-after': '7' }).end('later'),
  moved: (_request, response) => response.writeHead(302, { location: '/echo' }).end(),
  packed: (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('unpacked')),
  cut: (_request, response) =>
    response.writeHead(200, { 'content-length': '10' }).write('half', () => response.destroy()),
  silence: () => undefined,
});
const call = createServiceClient(pages.url(''));
const { signal } = new AbortController();
const text = (body: Uint8Array): string => Buffer.from(body).toString();

test('a body is sent as JSON, with the headers of the request', async () => {
  const headers = { authorization: 'Bearer x' };
  const { status, body } = await call({ method: 'POST', path: '/echo', headers, body: { a: 1 }, signal });
  assert.equal(status, 200);
  assert.deepEqual(JSON.parse(text(body)), {
    method: 'POST',
    type: 'application/json',
    authorization: 'Bearer x',
    body: '{"a":1}',
  });
});

test('a form is sent with its files', async () => {
  const form = new FormData();
  form.append('file', new Blob(['bytes']), 'a.txt');
  const { body } = await call({ method: 'POST', path: '/echo', body: form, signal });
  assert.match(text(body), /multipart\/form-data; boundary=.*filename=\\"a\.txt\\".*bytes/);
});

test('every status is returned, with its Retry-After', async () => {
  const answer = await call({ method: 'GET', path: '/busy', signal });
  assert.deepEqual([answer.status, answer.retryAfterSeconds, text(answer.body)], [429, 7, 'later']);
});

test('a redirect is not followed', async () => {
  const { status } = await call({ method: 'GET', path: '/moved', signal });
  assert.equal(status, 302);
  assert.equal(pages.requests.get('/echo'), 2);
});

test('a compressed response is decompressed', async () => {
  assert.equal(text((await call({ method: 'GET', path: '/packed', signal })).body), 'unpacked');
});

test('a response that breaks off or never arrives is a retryable provider failure', async () => {
  const failure = { code: 'provider_failed', retryable: true, message: 'The provider did not answer.' };
  await assert.rejects(call({ method: 'GET', path: '/cut', signal }), failure);
  await assert.rejects(createServiceClient('http://127.0.0.1:1')({ method: 'GET', path: '/', signal }), failure);
});

test('an abort ends the wait with its reason', async () => {
  const stop = new AbortController();
  const answer = call({ method: 'GET', path: '/silence', signal: stop.signal });
  const reason = new Error('enough');
  stop.abort(reason);
  await assert.rejects(answer, reason);
});
