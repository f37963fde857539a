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
import { searchTurns } from './cost.ts';

const tag = 'Knowledge';

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
