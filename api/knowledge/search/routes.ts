/** What is under `/v1/knowledge/search`. */
import { problemAnswer } from '../../contract/problems.ts';
import { defineRoute, reply } from '../../contract/route.ts';
import type { Route } from '../../contract/route.ts';
import { PurposeHeaders } from '../../contract/schema.ts';
import { EVENT_STREAM_HEADERS } from '../../server-sent-events.ts';
import { NO_DATASET } from '../shared/no-dataset.ts';
import { SearchRequest } from './request.ts';
import { SearchResponse } from './schemas.ts';
import { search } from './search.ts';
import { SEARCH_STREAM, streamSearch } from './stream.ts';

const tag = 'Knowledge';

/** Characters of a question that are read and asked again; the embedding model sees somewhat more. */
const READ_CHARACTERS = 1000;

/** Results whose sentences take as long to look at as it takes to find ten. */
const RESULTS_A_TURN = 25;

/** Values of filters that Postgres compares with every document. */
const VALUES_A_TURN = 1000;

/** Turns: 1 for a short question, up to 15 for the longest with all results, filters and reranking. */
export function searchTurns({ query_text, top_k = 10, filters = {}, hops = 2, rerank = false }: SearchRequest): number {
  const read = Math.min(query_text.length, READ_CHARACTERS) / READ_CHARACTERS;
  const values = Object.values(filters).reduce((sum, value) => sum + (Array.isArray(value) ? value.length : 1), 0);
  return (
    1 +
    // The second hop asks again up to 18 times, each time with what is left of the question.
    Math.floor((hops === 1 ? 1 : 5) * read) +
    Math.floor(top_k / RESULTS_A_TURN) +
    Math.floor(values / VALUES_A_TURN) +
    Number(rerank)
  );
}

const searchRoute = defineRoute({
  method: 'POST',
  path: '/v1/knowledge/search',
  operationId: 'searchKnowledge',
  tag,
  summary: 'Find the passages that answer a question',
  scope: 'knowledge:read',
  cost: ({ body }) => searchTurns(body),
  headers: PurposeHeaders,
  body: SearchRequest,
  examples: { minimal: { summary: 'A question', value: { query_text: 'Who approves travel expenses?' } } },
  responses: {
    200: { description: 'What was found.', schema: SearchResponse, also: SEARCH_STREAM },
    404: NO_DATASET,
    409: problemAnswer('The datasets use different models, or their model is no longer configured.', [
      'mixed_models',
      'model_not_configured',
    ]),
    502: problemAnswer('The embedding model refuses every call.', ['model_refused']),
    503: problemAnswer('A dependency or the embedding model is unavailable.', [
      'unavailable',
      'model_unavailable',
      'model_rate_limited',
    ]),
  },
  handler: async (request, services) =>
    request.preferredType(['application/json', SEARCH_STREAM.type]) === SEARCH_STREAM.type
      ? reply(200, await streamSearch(services, request), EVENT_STREAM_HEADERS)
      : reply(200, await search(services, request.identity, request.body, request)),
});

export const searchRoutes: readonly Route[] = [searchRoute];
