/** Server-sent events (WHATWG HTML, section 9.2) as the body of a response. */
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

/** Proxies close connections that are idle for a minute. */
const KEEP_ALIVE_MS = 15_000;

export const EVENT_STREAM_TYPE = 'text/event-stream';

export const EVENT_STREAM_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': `${EVENT_STREAM_TYPE}; charset=utf-8`,
  'Cache-Control': 'no-store',
  // Otherwise nginx would buffer the events.
  'X-Accel-Buffering': 'no',
};

export interface SentEvent {
  readonly id?: number;
  readonly type: string;
  /** Sent as JSON. */
  readonly data: unknown;
}

/**
 * The events that `follow` yields, after `opening`; periodic comments keep the connection open. The signal aborts when
 * the client disconnects, or when the process is `stopping`.
 */
export function sentEvents(
  follow: (signal: AbortSignal) => AsyncGenerator<SentEvent>,
  stopping: AbortSignal,
  opening = '',
): Readable {
  const gone = new AbortController();
  const stream = Readable.from(encode(follow, gone, stopping, opening), { objectMode: false });
  const destroy = stream.destroy.bind(stream);
  // A generator that waits for an event would learn of it only then.
  stream.destroy = (error) => {
    gone.abort();
    return destroy(error);
  };
  return stream;
}

async function* encode(
  follow: (signal: AbortSignal) => AsyncGenerator<SentEvent>,
  gone: AbortController,
  stopping: AbortSignal,
  opening: string,
): AsyncGenerator<string> {
  const events = follow(AbortSignal.any([gone.signal, stopping]));
  try {
    if (opening !== '') yield opening;
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
      const { id, type, data } = result.value;
      yield `${id === undefined ? '' : `id: ${id}\n`}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
      next = events.next();
    }
  } finally {
    // Whether it is waiting for events or for the client to read them: otherwise the reader would never be released.
    gone.abort();
    await events.return(undefined);
  }
}
