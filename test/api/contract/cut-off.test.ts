/** Requests whose sender disconnects early: every reader gets an error. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createConnection } from 'node:net';
import { after, test } from 'node:test';
import Koa from 'koa';
import type { Context } from 'koa';
import { readBytes } from '../../../api/contract/body.ts';
import { multipartReader } from '../../../api/contract/form.ts';
import { ServiceError } from '../../../errors/index.ts';
import { listenOnLoopback } from '../../support/servers/loopback-server.ts';

const JSON_HEAD = 'Content-Type: application/json';
const FORM_HEAD = 'Content-Type: multipart/form-data; boundary=b';
const PART =
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: text/plain\r\n\r\nthe beginning';

const readForm = (ctx: Context, onFile: () => void) =>
  multipartReader(ctx)({
    maxFileBytes: 1e6,
    onFile: async ({ stream }) => {
      onFile();
      // The storing of a file ends with its stream.
      await once(stream, 'close');
    },
  });

/** Sends the beginning of a request to `serve`, whose `leave` makes the sender go away; what `serve` throws. */
async function cutOff(
  head: string,
  body: string,
  serve: (ctx: Context, leave: () => void) => Promise<unknown>,
): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const app = new Koa();
  app.silent = true;
  app.use(async (ctx) => {
    await serve(ctx, () => socket.destroy()).then(() => resolve('nothing was thrown'), resolve);
  });
  const server = createServer((request, response) => void app.callback()(request, response));
  after(() => server.close());
  const socket = createConnection(await listenOnLoopback(server), '127.0.0.1');
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${head}\r\nContent-Length: 1000\r\n\r\n${body}`);
  return promise;
}

/** Goes on when the server has seen that the sender is gone. */
async function afterwards(ctx: Context, leave: () => void): Promise<void> {
  const closed = once(ctx.req, 'close').catch(() => undefined);
  leave();
  await closed;
}

function assertRefused(error: unknown, code: string): void {
  assert.ok(error instanceof ServiceError, String(error));
  assert.equal(error.code, code);
}

test('JSON that is cut off before it is read', async () => {
  const error = await cutOff(JSON_HEAD, '{', async (ctx, leave) => {
    await afterwards(ctx, leave);
    return readBytes(ctx, 1e6);
  });
  assertRefused(error, 'malformed_request');
});

test('JSON that is cut off while it is read', async () => {
  const error = await cutOff(JSON_HEAD, '{', (ctx, leave) => {
    const read = readBytes(ctx, 1e6);
    leave();
    return read;
  });
  assertRefused(error, 'malformed_request');
});

test('compressed JSON that is cut off while it is read', async () => {
  const error = await cutOff(`${JSON_HEAD}\r\nContent-Encoding: gzip`, '\x1f', (ctx, leave) => {
    const read = readBytes(ctx, 1e6);
    leave();
    return read;
  });
  assertRefused(error, 'malformed_request');
});

test('a form that is cut off before it is read', async () => {
  const error = await cutOff(FORM_HEAD, PART, async (ctx, leave) => {
    await afterwards(ctx, leave);
    return readForm(ctx, () => undefined);
  });
  assertRefused(error, 'malformed_request');
});

test('a form that is cut off while its file is read', async () => {
  assertRefused(await cutOff(FORM_HEAD, PART, readForm), 'malformed_multipart');
});
