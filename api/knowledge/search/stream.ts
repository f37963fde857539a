/** A search as server-sent events: passages as soon as they are ranked, the answer sentence by sentence. */
import type { Readable } from 'node:stream';
import type { Caller } from '../../../domain/identity/identity.ts';
import type { Found } from '../../../domain/knowledge/search/found.ts';
import { citationOf, markedText } from '../../../domain/knowledge/search/present.ts';
import type { SearchProgress } from '../../../domain/knowledge/search/progress.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { TraceContext } from '../../../platform/tracing/trace-context.ts';
import { errorReply } from '../../contract/problems.ts';
import { EVENT_STREAM_TYPE, sentEvents } from '../../sent-events.ts';
import type { SentEvent } from '../../sent-events.ts';
import type { Services } from '../../services.ts';
import type { SearchRequest, SearchResponse } from './schemas.ts';
import { search } from './search.ts';

export const SEARCH_STREAM = {
  type: EVENT_STREAM_TYPE,
  description:
    'Server-sent events: `search.results` (the response without its answer), `answer.sentence` for each sentence of a language model, `answer.discarded` if they do not count, and at last `search.completed` (the response) or `error` (a problem).',
  example:
    'event: answer.sentence\ndata: {"text":"They are approved by the finance board. [1]","citations":[{"rank":1, …}]}\n\n',
} as const;

interface Asked {
  readonly identity: Caller;
  readonly body: SearchRequest;
  readonly trace: TraceContext;
}

/** Rejects with what fails before the passages are ranked; what fails later is an event. */
export async function streamSearch(services: Services, asked: Asked): Promise<Readable> {
  const gone = new AbortController();
  const events = eventsOf(services, asked, AbortSignal.any([gone.signal, services.stopping]));
  const first = await events.next();
  return sentEvents((signal) => {
    signal.addEventListener('abort', () => gone.abort(), { once: true });
    return startingWith(first, events);
  }, services.stopping);
}

async function* startingWith<T>(first: IteratorResult<T>, others: AsyncGenerator<T>): AsyncGenerator<T> {
  if (!first.done) yield first.value;
  yield* others;
}

async function* eventsOf(services: Services, asked: Asked, signal: AbortSignal): AsyncGenerator<SentEvent> {
  const waiting: (SentEvent | null)[] = [];
  let news = Promise.withResolvers<void>();
  /** `null`: the search is over. */
  const add = (event: SentEvent | null): void => {
    waiting.push(event);
    news.resolve();
  };
  let found: Found | null = null;
  const report = (progress: SearchProgress, show: (found: Found) => SearchResponse): void => {
    if (progress.type === 'results') found = progress.found;
    add(eventOf(progress, found, show));
  };
  const searching = search(services, asked.identity, asked.body, { signal, report })
    .then((response) => add({ type: 'search.completed', data: response }))
    .finally(() => add(null));
  searching.catch(() => undefined);
  const next = async (): Promise<readonly (SentEvent | null)[]> => {
    await news.promise;
    news = Promise.withResolvers();
    return waiting.splice(0);
  };
  let isBegun = false;
  for (let events = await next(); ; events = await next()) {
    for (const event of events) {
      if (event === null) {
        yield* failureOf(services, asked, searching, isBegun && !signal.aborted);
        return;
      }
      isBegun = true;
      yield event;
    }
  }
}

/** What made the search reject, as an event if it is shown, or as what it was; nothing if it did not. */
async function* failureOf(
  { logger }: Services,
  { trace }: Asked,
  searching: Promise<void>,
  isShown: boolean,
): AsyncGenerator<SentEvent> {
  try {
    await searching;
  } catch (error) {
    if (!isShown) throw error;
    if (!(error instanceof ServiceError)) logger.error({ err: error }, 'a streamed search failed');
    yield { type: 'error', data: errorReply(error, '/v1/knowledge/search', trace.traceId).body };
  }
}

function eventOf(progress: SearchProgress, found: Found | null, show: (found: Found) => SearchResponse): SentEvent {
  switch (progress.type) {
    case 'results':
      return { type: 'search.results', data: show(progress.found) };
    case 'sentence': {
      const { sentence } = progress;
      const citations = sentence.citations.map((citation) => {
        const { rank, chunk, text, start, end } = citationOf({ passages: found?.passages ?? [] }, citation);
        return { rank, chunk_id: chunk, text, span: [start, end] };
      });
      return { type: 'answer.sentence', data: { text: markedText(sentence), citations } };
    }
    case 'discarded':
      return { type: 'answer.discarded', data: { code: progress.code, message: progress.message } };
  }
}
