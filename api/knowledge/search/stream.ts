/** A search as server-sent events: passages as soon as they are ranked, the answer sentence by sentence. */
import type { Readable } from 'node:stream';
import type { Caller } from '../../../domain/identity/identity.ts';
import { markedText } from '../../../domain/knowledge/search/index.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { TraceContext } from '../../../platform/tracing/trace-context.ts';
import { errorReply } from '../../contract/problems.ts';
import { pushed } from '../../push-stream.ts';
import { Text } from '../../contract/schema.ts';
import { EVENT_STREAM_TYPE, sentEvents } from '../../server-sent-events.ts';
import type { SentEvent } from '../../server-sent-events.ts';
import type { Services } from '../../services.ts';
import type { SearchRequest } from './request.ts';
import { citationOf } from './response.ts';
import { search } from './search.ts';
import type { SearchEvent } from './search.ts';

export const SEARCH_STREAM = {
  type: EVENT_STREAM_TYPE,
  schema: Text(
    'Server-sent events: `search.results` (the response without its answer), `answer.sentence` for each ' +
      'sentence of a language model, `answer.discarded` if they do not count, and at last `search.completed` ' +
      '(the response) or `error` (a problem).',
    'event: answer.sentence\ndata: {"text":"They are approved by the finance board. ' +
      '[1]","citations":[{"rank":1, …}]}\n\n',
  ),
} as const;

interface Asked {
  readonly identity: Caller;
  readonly body: SearchRequest;
  readonly trace: TraceContext;
  readonly gone: AbortSignal;
}

/**
 * Rejects with what fails before the passages are ranked; what fails later is an event. A search whose client is gone
 * ends without events.
 */
export async function streamSearch(services: Services, asked: Asked): Promise<Readable> {
  const events = eventsOf(services, asked);
  const first = await events.next();
  return sentEvents(() => startingWith(first, events), services.stopping);
}

async function* startingWith<T>(first: IteratorResult<T>, others: AsyncGenerator<T>): AsyncGenerator<T> {
  if (!first.done) yield first.value;
  yield* others;
}

async function* eventsOf(services: Services, asked: Asked): AsyncGenerator<SentEvent> {
  const { identity, body, trace, gone } = asked;
  const events = pushed<SentEvent>(async (push) => {
    const report = (event: SearchEvent): void => push(sentEvent(event));
    push({ type: 'search.completed', data: await search(services, identity, body, { gone, report }) });
  });
  let isBegun = false;
  try {
    for await (const event of events) {
      isBegun = true;
      yield event;
    }
  } catch (error) {
    if (gone.aborted) return;
    if (!isBegun || services.stopping.aborted) throw error;
    if (!(error instanceof ServiceError)) services.logger.error({ err: error }, 'a streamed search failed');
    yield { type: 'error', data: errorReply(error, '/v1/knowledge/search', trace.traceId).body };
  }
}

function sentEvent(event: SearchEvent): SentEvent {
  switch (event.type) {
    case 'results':
      return { type: 'search.results', data: event.response };
    case 'sentence': {
      const { sentence } = event;
      const data = { text: markedText(sentence), citations: sentence.citations.map(citationOf) };
      return { type: 'answer.sentence', data };
    }
    case 'discarded':
      return { type: 'answer.discarded', data: { code: event.code, message: event.message } };
  }
}
