/** What the server does with clients that are slow, or speak no HTTP: seen through raw sockets. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import type { Socket } from 'node:net';
import { after, test } from 'node:test';
import { createHttpServer } from '../../api/http-server.ts';
import { Metrics } from '../../api/metrics.ts';
import { readConfig } from '../../domain/settings.ts';
import { listenOnLoopback } from '../support/servers/loopback-server.ts';

const NOT_REACHED = 600_000;
const LIMITS = {
  maxHeaderBytes: 4096,
  headersTimeoutMs: NOT_REACHED,
  requestTimeoutMs: NOT_REACHED,
  keepAliveTimeoutMs: NOT_REACHED,
  connectionCheckMs: 10,
  bodies: { windowMs: NOT_REACHED, minBytesPerSecond: 1, tenantBytes: 1, processBytes: 1 },
};

const { http } = readConfig({
  SERVICE_AUTH_MODE: 'dev',
  DEV_AUTH_SECRET: 'x'.repeat(32),
  TEMPORAL_ADDRESS: 'none',
  DATABASE_URL: 'none',
  S3_ENDPOINT: 'none',
  S3_ACCESS_KEY_ID: 'none',
  S3_SECRET_ACCESS_KEY: 'none',
});

interface Opened {
  readonly connect: () => Promise<Socket>;
  readonly metrics: Metrics;
}

/** A path whose answer begins and does not end. */
const HALF = '/half';

/** A server whose handler reads the body and answers with its size. */
async function open(limits: Partial<typeof LIMITS>): Promise<Opened> {
  const metrics = new Metrics();
  const server = createHttpServer({ ...http, ...LIMITS, ...limits }, metrics, async (request, response) => {
    if (request.url?.startsWith(HALF)) {
      response.write('half');
      return;
    }
    let bytes = 0;
    try {
      for await (const chunk of request) bytes += Buffer.from(chunk).byteLength;
    } catch {
      return;
    }
    response.end(String(bytes));
  });
  const port = await listenOnLoopback(server);
  after(() => server.close());
  const connect = async (): Promise<Socket> => {
    const socket = createConnection(port, '127.0.0.1');
    after(() => socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  return { connect, metrics };
}

/** Everything the server sends until it closes the connection. */
async function received(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  await once(socket, 'close');
  return text;
}

function assertProblem(answer: string, status: number, code: string): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  assert.match(head, new RegExp(`^HTTP/1.1 ${status} `));
  assert.match(head, /^content-type: application\/problem\+json$/im);
  assert.match(head, /^connection: close$/im);
  assert.match(head, /^x-request-id: [\da-f-]{36}$/im);
  assert.match(head, new RegExp(`^content-length: ${Buffer.byteLength(body)}$`, 'im'));
  const problem: unknown = JSON.parse(body);
  assert.partialDeepStrictEqual(problem, { status, code, type: `/docs/errors#${code}` });
}

/** Sends bits of a request until the server closes the connection. What it answers can be lost: these bits cross it. */
async function trickle(socket: Socket, bit: string): Promise<void> {
  const timer = setInterval(() => socket.write(bit), 5);
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.on('error', () => undefined).once('close', () => resolve());
  socket.resume();
  await promise;
  clearInterval(timer);
}

const TIMED_OUT = /tidemill_http_requests_total\{.*status="408"\} 1/;

test('headers that arrive too slowly are cut off', async () => {
  const { connect, metrics } = await open({ headersTimeoutMs: 50 });
  const socket = await connect();
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n');
  await trickle(socket, 'X-More: yes\r\n');
  assert.match(await metrics.registry.metrics(), TIMED_OUT);
});

test('a silent connection is closed', async () => {
  const { connect } = await open({ headersTimeoutMs: 50 });
  assertProblem(await received(await connect()), 408, 'request_timeout');
});

test('a body that arrives too slowly is cut off', async () => {
  const { connect, metrics } = await open({ headersTimeoutMs: 50, requestTimeoutMs: 100 });
  const socket = await connect();
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n');
  await trickle(socket, 'x');
  assert.match(await metrics.registry.metrics(), TIMED_OUT);
});

test('a body that never arrives is answered with an error that says so', async () => {
  const { connect } = await open({ headersTimeoutMs: 50, requestTimeoutMs: 100 });
  const socket = await connect();
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\nsome');
  assertProblem(await received(socket), 408, 'request_timeout');
});

const STALLING = { bodies: { ...LIMITS.bodies, windowMs: 50 } };

test('a stalled body is answered with an error that says so, long before the request times out', async () => {
  const { connect, metrics } = await open(STALLING);
  const socket = await connect();
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\nsome');
  assertProblem(await received(socket), 408, 'request_timeout');
  assert.match(await metrics.registry.metrics(), TIMED_OUT);
});

test('a body that stalls after the response has begun ends with its connection', async () => {
  const { connect } = await open(STALLING);
  const socket = await connect();
  socket.write(`POST ${HALF} HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n`);
  assert.equal((await received(socket)).match(/HTTP\/1.1/g)?.length, 1);
});

test('an idle connection is closed without a response', async () => {
  const { connect } = await open({ keepAliveTimeoutMs: 50 });
  const socket = await connect();
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  const answer = await received(socket);
  assert.match(answer, /^HTTP\/1.1 200 OK/);
  assert.equal(answer.match(/HTTP\/1.1/g)?.length, 1);
});

test('headers beyond the limit are answered with 431', async () => {
  const { connect } = await open({});
  const socket = await connect();
  socket.write(`GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(5000)}\r\n\r\n`);
  assertProblem(await received(socket), 431, 'headers_too_large');
});

for (const [what, request] of [
  ['no HTTP', 'EHLO example.org\r\n\r\n'],
  ['no Host header', 'GET / HTTP/1.1\r\n\r\n'],
  ['an address that is none', 'GET http://[ HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  ['a length beside chunks', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'],
  ['a header with a bare line feed', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\nY: b\r\n\r\n'],
] as const) {
  test(`${what} is answered with 400`, async () => {
    const { connect } = await open({});
    const socket = await connect();
    socket.write(request);
    assertProblem(await received(socket), 400, 'malformed_request');
  });
}

test('a request target with a host, as proxies send it, keeps its path', async () => {
  const { connect } = await open({});
  const socket = await connect();
  socket.write(`GET http://example.org${HALF}?a=%20 HTTP/1.1\r\nHost: a\r\n\r\n`);
  const [answer] = await once(socket.setEncoding('utf8'), 'data');
  assert.match(String(answer), /half/);
});

test('an unknown expectation is ignored', async () => {
  const { connect } = await open({});
  const socket = await connect();
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nExpect: a-wonder\r\nContent-Length: 4\r\n\r\nbody');
  const [answer] = await once(socket.setEncoding('utf8'), 'data');
  assert.match(String(answer), /^HTTP\/1.1 200 OK/);
});

test('data after an answered request is answered separately', async () => {
  const { connect } = await open({});
  const socket = await connect();
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  const [first] = await once(socket.setEncoding('utf8'), 'data');
  assert.match(String(first), /^HTTP\/1.1 200 OK/);
  socket.write('nonsense\r\n\r\n');
  assertProblem(await received(socket), 400, 'malformed_request');
});

test('nothing is written into a half-sent response', async () => {
  const { connect } = await open({});
  const socket = await connect();
  socket.write(`GET ${HALF} HTTP/1.1\r\nHost: a\r\n\r\n`);
  const [first] = await once(socket.setEncoding('utf8'), 'data');
  assert.match(String(first), /^HTTP\/1.1 200 OK/);
  socket.write('nonsense\r\n\r\n');
  assert.equal(await received(socket), '');
});
