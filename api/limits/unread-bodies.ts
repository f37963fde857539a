/**
 * What becomes of a body that nobody read to its end: that of a request that was refused. A client that writes before
 * it reads never sees an answer while its bytes are not taken, and a connection with the rest of a body on it answers
 * nothing any more.
 */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Context, Next } from 'koa';

/** Of a longer rest, the client may see the end of its connection before it sees the answer. */
const MOST_DROPPED_BYTES = 64 * 1024 * 1024;

/**
 * Sends an answer at once, and takes the rest of the body before the connection serves another request. The connection
 * ends where the rest is longer than `mostBytes`; the answer says so (`Connection: close`) where the request declares
 * its length. How fast the rest must arrive is decided by `BodyPace`.
 */
export function dropUnread(mostBytes = MOST_DROPPED_BYTES) {
  return async (ctx: Context, next: Next): Promise<void> => {
    await next();
    const { req, res } = ctx;
    if (req.complete || req.destroyed || ctx.body instanceof Readable) return;
    if (Number(req.headers['content-length'] ?? 0) > mostBytes) ctx.set('Connection', 'close');
    const dropped = dropRest(req, mostBytes);
    if (ctx.body !== null && ctx.body !== undefined) {
      const answer = bytesOf(ctx.body);
      ctx.body = Readable.from(answerThenWait(answer, dropped), { objectMode: false });
      ctx.length = answer.length;
    }
    res.once('finish', () => {
      if (!req.complete) req.destroy();
    });
  };
}

async function* answerThenWait(answer: Buffer, dropped: Promise<void>): AsyncGenerator<Buffer> {
  yield answer;
  await dropped;
}

function bytesOf(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Resolves once the body has ended or was cut off, or more than `mostBytes` have been dropped. */
function dropRest(req: IncomingMessage, mostBytes: number): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    req.unpipe();
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > mostBytes) resolve();
    });
    req.once('end', resolve).once('close', resolve);
    req.resume();
  });
}
