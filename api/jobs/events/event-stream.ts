/** The events of a job as server-sent events. */
import type { Readable } from 'node:stream';
import type { JobEvent } from '../../../domain/jobs/model.ts';
import { Text } from '../../contract/schema.ts';
import { EVENT_STREAM_TYPE, sentEvents } from '../../server-sent-events.ts';
import type { SentEvent } from '../../server-sent-events.ts';

/** Reconnection delay of a client that lost its connection. */
const RETRY_MS = 2000;

export const EVENT_STREAM = {
  type: EVENT_STREAM_TYPE,
  schema: Text(
    'Server-sent events: `id` is the sequence, `event` the type, `data` the event as JSON.',
    'id: 2\nevent: job.started\ndata: {"sequence":2,"type":"job.started", …}\n\n',
  ),
} as const;

/**
 * The body of an event stream: `id` is the sequence, `event` the type, `data` the event as JSON. `follow` yields events
 * until its signal aborts: when the client disconnects, or when the process is `stopping` and the client should
 * reconnect to another one.
 */
export function eventStream(
  follow: (signal: AbortSignal) => AsyncGenerator<JobEvent>,
  stopping: AbortSignal,
): Readable {
  return sentEvents((signal) => sent(follow(signal)), stopping, `retry: ${RETRY_MS}\n\n`);
}

async function* sent(events: AsyncGenerator<JobEvent>): AsyncGenerator<SentEvent> {
  for await (const event of events) yield { id: event.sequence, type: event.type, data: event };
}
