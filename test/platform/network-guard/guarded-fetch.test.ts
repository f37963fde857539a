import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createRawServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { ServiceError } from '../../../errors/index.ts';
import { createGuardedFetch } from '../../../platform/network-guard/index.ts';
import type { FetchOptions, FetchResult, GuardedFetchSettings } from '../../../platform/network-guard/index.ts';
import { listenOnLoopback } from '../../support/servers/loopback-server.ts';

const MB = 1024 * 1024;

async function listen(t: TestContext, server: Server, protocol = 'http'): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => void sockets.add(socket));
  const port = await listenOnLoopback(server);
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `${protocol}://127.0.0.1:${port}`;
}

/** A server on loopback, and the requests it has got. */
async function serve(t: TestContext, handler: RequestListener): Promise<{ url: string; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    handler(request, response);
  });
  return { url: await listen(t, server), requests };
}

function read(
  url: string,
  options: Partial<FetchOptions> = {},
  settings: Partial<GuardedFetchSettings> = {},
): Promise<FetchResult> {
  const guardedFetch = createGuardedFetch({ allow: ['127.0.0.1'], ...settings });
  return guardedFetch(url, { maxBytes: MB, signal: new AbortController().signal, ...options });
}

async function failure(promise: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await promise.then(
    () => assert.fail('should have failed'),
    (error: unknown) => error,
  );
  assert.ok(error instanceof ServiceError, String(error));
  return error;
}

async function assertRefused(promise: Promise<unknown>, reason: string): Promise<void> {
  const error = await failure(promise);
  assert.equal(error.code, 'fetch_failed');
  assert.equal(error.details['reason'], reason);
  assert.equal(error.retryable, false);
}

function redirect(response: ServerResponse, location: string, status = 302): void {
  response.writeHead(status, { location }).end('moved');
}

/** Resolves when the connection of a request has ended. */
async function closing(request: IncomingMessage | undefined): Promise<void> {
  assert.ok(request);
  const { socket } = request;
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
}

function silentServer(t: TestContext): Promise<string> {
  return listen(t, createRawServer());
}

test('fetches a page with its headers, type and address', async (t) => {
  const { url, requests } = await serve(t, (_request, response) => {
    response.writeHead(200, { 'content-type': 'Text/HTML; Charset="UTF-8"', 'x-a': ['1', '2'] }).end('<p>hello');
  });
  const result = await read(`${url}/a?b=c`, { headers: { 'accept-language': 'de' } });
  assert.equal(result.status, 200);
  assert.equal(Buffer.from(result.body).toString(), '<p>hello');
  assert.deepEqual(result.contentType, { mediaType: 'text/html', charset: 'utf-8' });
  assert.equal(result.headers['x-a'], '1, 2');
  assert.equal(result.finalUrl, `${url}/a?b=c`);
  assert.equal(requests[0]?.headers['accept-language'], 'de');
  assert.equal(requests[0]?.headers['user-agent'], 'Tidemill');
});

for (const header of [undefined, '', 'html', 'text/']) {
  test(`a content type of ${JSON.stringify(header)} is unknown`, async (t) => {
    const { url } = await serve(t, (_request, response) => {
      if (header !== undefined) response.setHeader('content-type', header);
      response.end();
    });
    assert.equal((await read(url)).contentType, null);
  });
}

for (const [url, reason] of [
  ['ftp://example.org/', 'scheme'],
  ['file:///etc/passwd', 'scheme'],
  ['data:text/plain,x', 'scheme'],
  ['javascript:1', 'scheme'],
  ['http://', 'invalid_url'],
  ['example.org', 'invalid_url'],
  ['http://127.0.0.1:99999/', 'invalid_url'],
  ['http://user@127.0.0.1/', 'invalid_url'],
  ['http://:pass@127.0.0.1/', 'invalid_url'],
  ['http://example.org@127.0.0.1/', 'invalid_url'],
] as const) {
  test(`refuses ${url}`, async () => {
    await assertRefused(read(url), reason);
  });
}

test('follows five redirects, including relative ones, and returns the final address', async (t) => {
  const { url } = await serve(t, (request, response) => {
    const n = Number(request.url?.slice(1));
    if (n < 5) redirect(response, String(n + 1), [301, 302, 303, 307, 308][n]);
    else response.end('there');
  });
  const result = await read(`${url}/0`);
  assert.equal(Buffer.from(result.body).toString(), 'there');
  assert.equal(result.finalUrl, `${url}/5`);
});

test('fails at the sixth redirect', async (t) => {
  const { url, requests } = await serve(t, (_request, response) => redirect(response, '/again'));
  await assertRefused(read(url), 'redirects');
  assert.equal(requests.length, 6);
});

for (const [location, reason] of [
  ['http://10.0.0.1/', 'blocked_address'],
  ['http://169.254.169.254/latest/meta-data/', 'blocked_address'],
  ['//[::ffff:10.0.0.1]/', 'blocked_address'],
  ['http://0x7f.2/', 'blocked_address'],
  ['http://inside.example/', 'blocked_address'],
  ['file:///etc/passwd', 'scheme'],
  ['http://me:secret@127.0.0.1/', 'invalid_url'],
  ['http://', 'invalid_url'],
] as const) {
  test(`does not follow a redirect to ${location}`, async (t) => {
    const { url } = await serve(t, (_request, response) => redirect(response, location));
    await assertRefused(read(url, {}, { resolve: () => Promise.resolve(['10.0.0.7']) }), reason);
  });
}

test('a redirect without a location is an error', async (t) => {
  const { url } = await serve(t, (_request, response) => response.writeHead(302).end());
  const error = await failure(read(url));
  assert.deepEqual(error.details, { reason: 'http_status', status: 302 });
});

test('the caller’s headers stay with their origin, even when a redirect leads back', async (t) => {
  const other = await serve(t, (_request, response) => redirect(response, `${home.url}/back`));
  const home = await serve(t, (request, response) => {
    if (request.url === '/start') redirect(response, '/near');
    else if (request.url === '/near') redirect(response, `${other.url}/far`);
    else response.end();
  });
  await read(`${home.url}/start`, { headers: { authorization: 'Bearer x', cookie: 'a=b', 'x-api-key': 'k' } });
  const sent = [...home.requests, ...other.requests].map(({ url, headers }) => [
    url,
    headers.authorization,
    headers.cookie,
    headers['x-api-key'],
  ]);
  assert.deepEqual(sent, [
    ['/start', 'Bearer x', 'a=b', 'k'],
    ['/near', 'Bearer x', 'a=b', 'k'],
    ['/back', undefined, undefined, undefined],
    ['/far', undefined, undefined, undefined],
  ]);
});

test('resolves a name once and connects to the checked address', async (t) => {
  const { url, requests } = await serve(t, (_request, response) => response.end('ok'));
  const answers = [['127.0.0.1'], ['10.0.0.1']];
  let asked = 0;
  const resolve = (): Promise<string[]> => Promise.resolve(answers[asked++] ?? []);
  await read(url.replace('127.0.0.1', 'rebind.example'), {}, { resolve });
  assert.equal(asked, 1);
  assert.match(requests[0]?.headers.host ?? '', /^rebind\.example:/);
});

test('resolves and checks a name again for each new connection', async (t) => {
  const { url, requests } = await serve(t, (_request, response) => response.setHeader('connection', 'close').end('ok'));
  const answers = [['127.0.0.1'], ['10.0.0.1']];
  const guardedFetch = createGuardedFetch({
    allow: ['127.0.0.1'],
    resolve: () => Promise.resolve(answers.shift() ?? []),
  });
  const named = url.replace('127.0.0.1', 'rebind.example');
  const options = { maxBytes: MB, signal: new AbortController().signal };
  await guardedFetch(named, options);
  await assertRefused(guardedFetch(named, options), 'blocked_address');
  assert.equal(requests.length, 1);
});

test('a name with one internal address is refused as a whole', async (t) => {
  const { url, requests } = await serve(t, (_request, response) => response.end('ok'));
  const named = url.replace('127.0.0.1', 'mixed.example');
  await assertRefused(
    read(named, {}, { resolve: () => Promise.resolve(['127.0.0.1', '10.0.0.1']) }),
    'blocked_address',
  );
  assert.equal(requests.length, 0);
});

test('loopback is blocked unless allowed, also by name', async (t) => {
  const { url, requests } = await serve(t, (_request, response) => response.end('ok'));
  await assertRefused(read(url, {}, { allow: [] }), 'blocked_address');
  await assertRefused(read(url.replace('127.0.0.1', 'localhost'), {}, { allow: [] }), 'blocked_address');
  assert.equal(requests.length, 0);
  const resolve = (): Promise<string[]> => Promise.resolve(['127.0.0.1']);
  const named = await read(url.replace('127.0.0.1', 'store.internal'), {}, { allow: ['store.internal'], resolve });
  assert.equal(named.status, 200);
});

test('a name that does not exist is a final error, a failing name server is not', async () => {
  const fails = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
  await assertRefused(read('http://a.example/', {}, { resolve: fails('ENOTFOUND') }), 'dns');
  await assertRefused(read('http://a.example/', {}, { resolve: () => Promise.resolve([]) }), 'dns');
  const error = await failure(read('http://a.example/', {}, { resolve: fails('EAI_AGAIN') }));
  assert.equal(error.details['reason'], 'dns');
  assert.equal(error.retryable, true);
});

test('proxies from the environment are not used', async (t) => {
  const proxy = await serve(t, (_request, response) => response.end('proxied'));
  const { url } = await serve(t, (_request, response) => response.end('direct'));
  for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'ALL_PROXY']) {
    const before = process.env[name];
    process.env[name] = proxy.url;
    t.after(() => {
      if (before === undefined) delete process.env[name];
      else process.env[name] = before;
    });
  }
  assert.equal(Buffer.from((await read(url)).body).toString(), 'direct');
});

const TEXT = Buffer.from('hello '.repeat(10_000));
for (const [encoding, packed] of [
  ['identity', TEXT],
  ['gzip', gzipSync(TEXT)],
  ['X-GZip', gzipSync(TEXT)],
  ['deflate', deflateSync(TEXT)],
  ['deflate', deflateRawSync(TEXT)],
  ['br', brotliCompressSync(TEXT)],
  ['gzip, br', brotliCompressSync(gzipSync(TEXT))],
  ['deflate, deflate', deflateRawSync(deflateSync(TEXT))],
] as const) {
  test(`decompresses ${encoding} of ${packed.length} bytes`, async (t) => {
    const { url } = await serve(t, (_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(packed);
    });
    assert.ok(TEXT.equals((await read(url)).body));
  });
}

for (const encoding of ['gzip', 'deflate', 'br']) {
  test(`an empty body may be declared as ${encoding}`, async (t) => {
    const { url } = await serve(t, (_request, response) =>
      response.writeHead(204, { 'content-encoding': encoding }).end(),
    );
    assert.equal((await read(url)).body.length, 0);
  });

  test(`garbage declared as ${encoding} is distinguished from a broken connection`, async (t) => {
    const { url } = await serve(t, (_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end('no packed bytes at all');
    });
    assert.equal((await failure(read(url))).details['reason'], 'encoding');
  });
}

test('a truncated compressed body is not taken for complete', async (t) => {
  const { url } = await serve(t, (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(TEXT).subarray(0, -20));
  });
  const error = await failure(read(url));
  assert.equal(error.details['reason'], 'encoding');
  assert.equal(error.retryable, true);
});

for (const encoding of ['zstd', 'gzip, gzip, gzip']) {
  test(`refuses a body in ${encoding}`, async (t) => {
    const { url } = await serve(t, (_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end('x');
    });
    await assertRefused(read(url), 'encoding');
  });
}

const ZEROS = Buffer.alloc(50 * MB);
for (const [name, encoding, packed] of [
  ['gzip', 'gzip', gzipSync(ZEROS)],
  ['deflate', 'deflate', deflateSync(ZEROS)],
  ['brotli', 'br', brotliCompressSync(ZEROS)],
  ['double', 'gzip, gzip', gzipSync(gzipSync(ZEROS))],
  // Megabytes in between, and nothing at the end.
  ['hollow', 'gzip, gzip', gzipSync(Buffer.alloc(2_500_000, gzipSync('')))],
] as const) {
  test(`a ${name} bomb of ${packed.length} bytes is too_large`, async (t) => {
    const { url } = await serve(t, (_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(packed);
    });
    const error = await failure(read(url));
    assert.equal(error.code, 'too_large');
    assert.deepEqual(error.details, { limit_bytes: MB });
  });
}

test('an endless body is cut off at the limit, and its connection is closed', async (t) => {
  const { url, requests } = await serve(t, (_request, response) => {
    const more = (): void => {
      while (response.write(Buffer.alloc(65_536)));
    };
    response.on('drain', more);
    more();
  });
  assert.equal((await failure(read(url))).code, 'too_large');
  await closing(requests[0]);
});

test('a body that declares too large a size is not awaited, and its connection is closed', async (t) => {
  const { url, requests } = await serve(t, (_request, response) => {
    response.writeHead(200, { 'content-length': MB + 1 }).flushHeaders();
  });
  assert.equal((await failure(read(url))).code, 'too_large');
  await closing(requests[0]);
});

test('a body of exactly the limit is accepted', async (t) => {
  const { url } = await serve(t, (_request, response) => response.end(Buffer.alloc(MB)));
  assert.equal((await read(url)).body.length, MB);
});

for (const [status, code, retryable] of [
  [304, 'fetch_failed', false],
  [400, 'fetch_failed', false],
  [401, 'fetch_failed', false],
  [403, 'fetch_failed', false],
  [404, 'not_found', false],
  [408, 'fetch_failed', true],
  [410, 'not_found', false],
  [425, 'fetch_failed', true],
  [429, 'fetch_failed', true],
  [451, 'fetch_failed', false],
  [500, 'fetch_failed', true],
  [503, 'fetch_failed', true],
] as const) {
  test(`status ${status} is ${code}, ${retryable ? 'retryable' : 'final'}`, async (t) => {
    const { url } = await serve(t, (_request, response) => response.writeHead(status).end());
    const error = await failure(read(url));
    assert.equal(error.code, code);
    assert.deepEqual(error.details, { reason: 'http_status', status });
    assert.equal(error.retryable, retryable);
  });
}

test('304 is returned for a conditional request', async (t) => {
  const { url } = await serve(t, (request, response) => {
    if (request.url === '/away') redirect(response, url.replace('127.0.0.1', 'localhost'));
    else response.writeHead(304, { etag: '"1"' }).end();
  });
  for (const name of ['if-none-match', 'if-modified-since']) {
    const { status, headers, body } = await read(url, { headers: { [name]: '"1"' } });
    assert.deepEqual([status, headers['etag'], body.byteLength], [304, '"1"', 0]);
  }
  // The question stays with its origin.
  const error = await failure(read(`${url}/away`, { headers: { 'if-none-match': '"1"' } }));
  assert.deepEqual(error.details, { reason: 'http_status', status: 304 });
});

test('Retry-After is passed on', async (t) => {
  const { url } = await serve(t, (request, response) => {
    response.writeHead(503, { 'retry-after': decodeURIComponent(request.url?.slice(1) ?? '') }).end();
  });
  const pause = async (header: string): Promise<unknown> =>
    (await failure(read(`${url}/${encodeURIComponent(header)}`))).details['retry_after_seconds'];
  assert.equal(await pause('7'), 7);
  assert.equal(await pause('Wed, 21 Oct 2015 07:28:00 GMT'), 0);
  assert.ok(Number(await pause(new Date(Date.now() + 3_600_000).toUTCString())) > 3500);
  assert.equal(await pause('soon'), undefined);
});

test('a silent server times out at the header timeout', async (t) => {
  const url = await silentServer(t);
  const error = await failure(read(url, {}, { headerTimeoutMs: 50 }));
  assert.equal(error.code, 'timeout');
  assert.deepEqual(error.details, { phase: 'headers', limit_seconds: 0.05 });
});

test('a server that drips its headers times out at the header timeout', async (t) => {
  const server = createRawServer((socket) => {
    socket.on('error', () => {});
    socket.write('HTTP/1.1 200 OK\r\n');
    const drip = setInterval(() => socket.write('x-a: b\r\n'), 5);
    socket.on('close', () => clearInterval(drip));
  });
  const error = await failure(read(await listen(t, server), {}, { headerTimeoutMs: 100 }));
  assert.deepEqual(error.details, { phase: 'headers', limit_seconds: 0.1 });
});

test('a silent name server times out at the header timeout', async () => {
  const resolve = (): Promise<string[]> => new Promise(() => {});
  const error = await failure(read('http://a.example/', {}, { resolve, headerTimeoutMs: 50 }));
  assert.equal(error.code, 'timeout');
});

test('a server that drips its body times out at the total timeout', async (t) => {
  const { url } = await serve(t, (_request, response) => {
    const drip = setInterval(() => response.write('x'), 5);
    response.on('close', () => clearInterval(drip));
  });
  const error = await failure(read(url, {}, { totalTimeoutMs: 200, headerTimeoutMs: 100 }));
  assert.equal(error.code, 'timeout');
  assert.deepEqual(error.details, { phase: 'total', limit_seconds: 0.2 });
});

test('an abort works before the request, while waiting for headers or a name, and during the body', async (t) => {
  const reason = new Error('enough');
  await assert.rejects(read('http://a.example/', { signal: AbortSignal.abort(reason) }), reason);

  const waiting = new AbortController();
  const silent = createRawServer(() => waiting.abort(reason));
  await assert.rejects(read(await listen(t, silent), { signal: waiting.signal }), reason);

  const resolving = new AbortController();
  const resolve = (): Promise<string[]> => {
    resolving.abort(reason);
    return new Promise(() => {});
  };
  await assert.rejects(read('http://a.example/', { signal: resolving.signal }, { resolve }), reason);

  const reading = new AbortController();
  const { url } = await serve(t, (_request, response) => {
    response.write(gzipSync(TEXT).subarray(0, 20), () => reading.abort(reason));
  });
  await assert.rejects(read(url, { signal: reading.signal }), reason);
});

test('connections that are refused, break, or do not speak HTTP are retryable', async (t) => {
  const closed = createRawServer();
  const url = await listen(t, closed);
  closed.close();
  await once(closed, 'close');
  const broken = await serve(t, (_request, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('x', () => response.destroy());
  });
  const alien = await listen(
    t,
    createRawServer((socket) => socket.on('error', () => {}).end('SSH-2.0-OpenSSH\r\n')),
  );
  for (const address of [url, broken.url, alien]) {
    const error = await failure(read(address));
    assert.equal(error.code, 'fetch_failed');
    assert.equal(error.details['reason'], 'connect');
    assert.equal(error.retryable, true);
  }
});

test('an untrusted certificate is a final error', async (t) => {
  const pem = readFileSync(new URL('../../fixtures/network-guard/self-signed.pem', import.meta.url));
  const url = await listen(t, createTlsServer({ key: pem, cert: pem }), 'https');
  await assertRefused(read(url), 'tls');
});

test('reuses its connections', async (t) => {
  const { url, requests } = await serve(t, (_request, response) => response.end('ok'));
  const guardedFetch = createGuardedFetch({ allow: ['127.0.0.1'] });
  for (let n = 0; n < 5; n += 1) await guardedFetch(url, { maxBytes: MB, signal: new AbortController().signal });
  // The pool may open a second one while the first winds up.
  assert.ok(new Set(requests.map(({ socket }) => socket)).size <= 2);
});
