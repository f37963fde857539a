/** What is under `/v1/knowledge/feedback`. */
import { Type } from 'typebox';
import { listRatings } from '../../../domain/knowledge/search/index.ts';
import { listRoute } from '../../contract/list-route.ts';
import { problemAnswer } from '../../contract/problems.ts';
import { defineRoute, reply } from '../../contract/route.ts';
import type { Route } from '../../contract/route.ts';
import { PurposeHeaders } from '../../contract/schema.ts';
import { feedbackOf, rate, retract } from './feedback.ts';
import {
  FEEDBACK_PAGES,
  FeedbackId,
  FeedbackPage,
  FeedbackRequest,
  KnowledgeFeedbackCreated,
  KnowledgeFeedbackList,
} from './schemas.ts';

const tag = 'Knowledge';

const create = defineRoute({
  method: 'POST',
  path: '/v1/knowledge/feedback',
  operationId: 'rateKnowledge',
  tag,
  summary: 'Rate passages, or an answer, for a question',
  description:
    'Weighs the passages in later searches of the tenant for similar questions, within narrow limits. Your ' +
    'former rating of the same passage for the same question is replaced.',
  scope: 'knowledge:read',
  cost: 'few_rows',
  headers: PurposeHeaders,
  body: FeedbackRequest,
  examples: {
    minimal: {
      summary: 'A passage that helped',
      value: { rating: 'up', query_text: 'Who approves travel expenses?', chunk_ids: ['4712'] },
    },
  },
  responses: {
    201: { description: 'It is kept.', schema: KnowledgeFeedbackCreated },
    404: problemAnswer('There is no such passage that you may read, or no such question of yours.', ['not_found']),
  },
  handler: async ({ body, identity }, services) => reply(201, await rate(services, identity, body)),
});

const list = listRoute({
  path: '/v1/knowledge/feedback',
  operationId: 'listKnowledgeFeedback',
  tag,
  summary: 'Ratings, newest first',
  scope: 'knowledge:read',
  cost: 'few_rows',
  headers: PurposeHeaders,
  query: FeedbackPage,
  sizes: FEEDBACK_PAGES,
  page: KnowledgeFeedbackList,
  rows: ({ query: { owner = 'me', chunk_id: chunk, cursor: below }, identity }, { database }, take) =>
    listRatings(database, identity, { onlyOwn: owner === 'me', chunk, below }, take),
  cursorOf: ({ id }) => id,
  items: (rows, { identity }) => rows.map((row) => feedbackOf(identity, row)),
});

const remove = defineRoute({
  method: 'DELETE',
  path: '/v1/knowledge/feedback/{feedbackId}',
  operationId: 'retractKnowledgeFeedback',
  tag,
  summary: 'Delete a rating',
  description:
    'Only the author of the rating and the owner of the dataset may delete it. Later searches rank as if it ' +
    'had never been.',
  scope: 'knowledge:read',
  cost: 'few_rows',
  params: Type.Object({ feedbackId: FeedbackId }),
  responses: {
    204: { description: 'The rating was deleted.' },
    404: problemAnswer('There is no such rating that you may delete.', ['not_found']),
  },
  handler: async ({ params, identity }, services) => {
    await retract(services, identity, params.feedbackId);
    return reply(204, '');
  },
});

export const feedbackRoutes: readonly Route[] = [create, list, remove];
