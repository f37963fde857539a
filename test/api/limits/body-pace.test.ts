import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { createConnection } from 'node:net';
import type { Socket } from 'node:net';
import { after, test } from 'node:test';
import { BodyPace } from '../../../api/limits/body-pace.ts';
import { listenOnLoopback } from '../../support/servers/loopback-server.ts';
import { until } from '../../support/until.ts';

interface Opened {
  readonly socket: Socket;
  readonly request: IncomingMessage;
  /** Lets so much time pass; whether the request was called slow. */
  readonly pass: (ms: number) => boolean;
  /** Sends this many bytes, which arrive. */
  readonly send: (bytes: number) => Promise<void>;
}

/** A request of `length` bytes whose pace is watched: 10 bytes a second over windows of 10 s. */
async function open(length: number): Promise<Opened> {
  let now = 0;
  let slow = 0;
  const pace = new BodyPace({ windowMs: 10_000, minBytesPerSecond: 10 }, () => now);
  const { promise, resolve } = Promise.withResolvers<IncomingMessage>();
  const server = createServer((request) => {
    pace.watch(request, () => slow++);
    resolve(request);
  });
  const socket = createConnection(await listenOnLoopback(server), '127.0.0.1');
  after(() => {
    socket.destroy();
    server.close();
  });
  await once(socket, 'connect');
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`);
  const request = await promise;
  return {
    socket,
    request,
    pass: (ms) => {
      now += ms;
      pace.look();
      pace.look();
      return slow > 0;
    },
    send: async (bytes) => {
      const wanted = request.socket.bytesRead + bytes;
      socket.write('x'.repeat(bytes));
      await until('the bytes are there', async () => request.socket.bytesRead >= wanted || undefined);
    },
  };
}

test('a body that sends too little in a window is reported as slow, once', async () => {
  const { request, pass, send } = await open(1000);
  request.resume();
  await send(100);
  assert.equal(pass(10_000), false);
  await send(99);
  assert.equal(pass(9999), false);
  assert.equal(pass(1), true);
});

test('a body that arrives steadily, or has arrived, is not slow', async () => {
  const { request, pass, send } = await open(300);
  const ended = once(request.resume(), 'end');
  for (let round = 0; round < 3; round++) {
    await send(100);
    assert.equal(pass(10_000), false);
  }
  await ended;
  assert.equal(pass(100_000), false);
});

test('a body that nobody reads is not slow until it is read', async () => {
  const { request, pass, send } = await open(1000);
  await send(500);
  for (let round = 0; round < 3; round++) assert.equal(pass(10_000), false);
  request.resume();
  await until('it is read', async () => request.readableLength === 0 || undefined);
  assert.equal(pass(10_000), true);
});
