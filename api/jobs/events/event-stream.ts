/** Events as server-sent events (WHATWG HTML, section 9.2). */
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { JobEvent } from '../../../domain/jobs/model.ts';

/** Reconnection delay of a client that lost its connection. */
const RETRY_MS = 2000;

/** Proxies close connections that are idle for a minute. */
const KEEP_ALIVE_MS = 15_000;

export const EVENT_STREAM = {
  type: 'text/event-stream',
  description: 'Server-sent events: `id` is the sequence, `event` the type, `data` the event as JSON.',
  example: 'id: 2\nevent: job.started\ndata: {"sequence":2,"type":"job.started", …}\n\n',
} as const;

export const EVENT_STREAM_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': `${EVENT_STREAM.type}; charset=utf-8`,
  'Cache-Control': 'no-store',
  // Otherwise nginx would buffer the events.
  'X-Accel-Buffering': 'no',
};

/**
 * The body of an event stream: `id` is the sequence, `event` the type, `data` the event as JSON; periodic comments keep
 * the connection open. `follow` yields events until its signal aborts: when the client disconnects, or when the process
 * is `stopping` and the client should reconnect to another one.
 */
export function eventStream(
  follow: (signal: AbortSignal) => AsyncGenerator<JobEvent>,
  stopping: AbortSignal,
): Readable {
  return Readable.from(encode(follow, stopping), { objectMode: false });
}

async function* encode(
  follow: (signal: AbortSignal) => AsyncGenerator<JobEvent>,
  stopping: AbortSignal,
): AsyncGenerator<string> {
  const gone = new AbortController();
  const events = follow(AbortSignal.any([gone.signal, stopping]));
  try {
    yield `retry: ${RETRY_MS}\n\n`;
    let next = events.next();
    for (;;) {
      const timer = new AbortController();
      const silence = delay(KEEP_ALIVE_MS, null, { signal: timer.signal }).catch(() => null);
      const result = await Promise.race([next, silence]);
      timer.abort();
      if (result === null) {
        yield ': still there\n\n';
        continue;
      }
      if (result.done) return;
      const event = result.value;
      yield `id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
      next = events.next();
    }
  } finally {
    // Whether it is waiting for events or for the client to read them: otherwise the reader would never be released.
    gone.abort();
    await events.return(undefined);
  }
}
