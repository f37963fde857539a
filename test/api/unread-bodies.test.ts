/** Bodies that are refused before their end: the client sees the answer, and its connection goes on or is closed. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createConnection } from 'node:net';
import type { Socket } from 'node:net';
import { after, test } from 'node:test';
import Koa from 'koa';
import { dropUnread } from '../../api/limits/unread-bodies.ts';
import { listenOnLoopback } from '../support/servers/loopback-server.ts';
import { sharedSystem } from '../support/service/system.ts';
import { until } from '../support/until.ts';

const { api } = await sharedSystem();
const { authorization } = await api.client();

const MIB = 1024 ** 2;
const TOKEN = `Authorization: ${authorization}\r\n`;
const JSON_TYPE = 'Content-Type: application/json\r\n';

/** A body of so many bytes, in pieces of one mebibyte. */
function chunked(bytes: number): Buffer[] {
  const piece = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(MIB, 'x'), Buffer.from('\r\n')]);
  return [...Array.from({ length: Math.ceil(bytes / MIB) }, () => piece), Buffer.from('0\r\n\r\n')];
}

interface Connection {
  readonly socket: Socket;
  /** What has been received. */
  readonly received: () => string;
}

async function connect(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url);
  const socket = createConnection(Number(port), hostname).setEncoding('latin1');
  after(() => socket.destroy());
  let text = '';
  socket.on('data', (part: string) => (text += part)).on('error', () => {});
  await once(socket, 'connect');
  return { socket, received: () => text };
}

/** Writes the whole request before it reads, as some clients do. */
async function write(socket: Socket, head: string, pieces: readonly Buffer[]): Promise<void> {
  socket.pause();
  for (const piece of [Buffer.from(head), ...pieces]) if (!socket.write(piece)) await once(socket, 'drain');
  socket.resume();
}

const REFUSED: readonly [what: string, status: number, path: string, headers: string][] = [
  ['larger than the limit', 413, '/v1/parse/jobs', `${TOKEN}${JSON_TYPE}`],
  ['not compressed as declared', 400, '/v1/parse/jobs', `${TOKEN}${JSON_TYPE}Content-Encoding: gzip\r\n`],
  ['of a type that is not read', 415, '/v1/parse/jobs', `${TOKEN}Content-Type: text/plain\r\n`],
  ['that is no form', 415, '/v1/storage/files', `${TOKEN}${JSON_TYPE}`],
  ['that begins no form', 400, '/v1/storage/files', `${TOKEN}Content-Type: multipart/form-data; boundary=b\r\n`],
  ['without a token', 401, '/v1/parse/jobs', JSON_TYPE],
  ['of an unknown path', 404, '/v1/nothing', `${TOKEN}${JSON_TYPE}`],
];

for (const [what, status, path, headers] of REFUSED) {
  for (const [how, length, pieces] of [
    ['in chunks', 'Transfer-Encoding: chunked\r\n', chunked(12 * MIB)],
    ['of a declared length', `Content-Length: ${12 * MIB}\r\n`, [Buffer.alloc(12 * MIB, 'x')]],
  ] as const) {
    test(`a body ${what}, ${how}: the answer is read, and the connection serves the next request`, async () => {
      const { socket, received } = await connect(api.url);
      await write(socket, `POST ${path} HTTP/1.1\r\nHost: a\r\n${headers}${length}\r\n`, pieces);
      socket.write('GET /v1/health/live HTTP/1.1\r\nHost: a\r\n\r\n');
      const statuses = await until('both are answered', async () => {
        const found = [...received().matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => Number(match[1]));
        return found.length === 2 || socket.destroyed ? found : undefined;
      });
      assert.deepEqual(statuses, [status, 200]);
    });
  }
}

test('of a body whose rest is too long, the answer says that the connection ends, and it does', async () => {
  const app = new Koa();
  app.use(dropUnread(MIB));
  app.use((ctx) => {
    ctx.status = 413;
    ctx.body = { code: 'too_large' };
  });
  const serve = app.callback();
  const server = createServer((request, response) => void serve(request, response));
  after(() => server.close());
  const url = `http://127.0.0.1:${await listenOnLoopback(server)}`;

  const declared = await connect(url);
  declared.socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${8 * MIB}\r\n\r\n`);
  await until('the answer is there', async () => declared.received().includes('too_large') || undefined);
  assert.match(declared.received(), /^connection: close\r$/im);

  for (const length of [`Content-Length: ${8 * MIB}`, 'Transfer-Encoding: chunked']) {
    const { socket, received } = await connect(url);
    // The end may be a reset: the rest was not taken.
    const closed = new Promise((resolve) => void socket.once('close', resolve));
    const pieces = length.startsWith('C') ? [Buffer.alloc(8 * MIB, 'x')] : chunked(8 * MIB);
    socket.write(Buffer.concat([Buffer.from(`POST / HTTP/1.1\r\nHost: a\r\n${length}\r\n\r\n`), ...pieces]));
    await closed;
    assert.match(received(), /^HTTP\/1\.1 413/, length);
  }
});
