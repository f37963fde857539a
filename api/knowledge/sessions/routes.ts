import { Type } from 'typebox';
import { listSessions } from '../../../domain/knowledge/search/index.ts';
import { listRoute } from '../../contract/list-route.ts';
import { pageQuery } from '../../contract/page.ts';
import { defineRoute, reply } from '../../contract/route.ts';
import type { Route } from '../../contract/route.ts';
import { PurposeHeaders } from '../../contract/schema.ts';
import { SessionId } from './session-id.ts';
import {
  ExchangePage,
  KnowledgeSessionDetail,
  KnowledgeSessionList,
  deleteSession,
  sessionDetail,
  sessionOf,
} from './sessions.ts';

const tag = 'Knowledge';

const SessionParams = Type.Object({ sessionId: SessionId });

const sizes = { of: 'Sessions', usual: 50, most: 500 };

const list = listRoute({
  path: '/v1/knowledge/sessions',
  operationId: 'listKnowledgeSessions',
  tag,
  summary: 'Your sessions, newest first',
  scope: 'knowledge:read',
  cost: 'few_rows',
  query: pageQuery(sizes),
  sizes,
  page: KnowledgeSessionList,
  rows: ({ query: { cursor = null }, identity }, { database }, take) => listSessions(database, identity, cursor, take),
  cursorOf: ({ id }) => String(id),
  items: (rows) => rows.map(sessionOf),
});

const read = defineRoute({
  method: 'GET',
  path: '/v1/knowledge/sessions/{sessionId}',
  operationId: 'getKnowledgeSession',
  tag,
  summary: 'Questions and answers of a session',
  description: 'Answers and citations show what you may read now.',
  scope: 'knowledge:read',
  cost: 'few_rows',
  params: SessionParams,
  headers: PurposeHeaders,
  query: ExchangePage,
  responses: { 200: { description: 'The session.', schema: KnowledgeSessionDetail } },
  handler: async ({ params, query, identity }, services) =>
    reply(200, await sessionDetail(services, identity, params.sessionId, query)),
});

const remove = defineRoute({
  method: 'DELETE',
  path: '/v1/knowledge/sessions/{sessionId}',
  operationId: 'deleteKnowledgeSession',
  tag,
  summary: 'Delete a session',
  description: 'Needs only `knowledge:read`, like the searches that made the session.',
  scope: 'knowledge:read',
  cost: 'few_rows',
  params: SessionParams,
  responses: { 204: { description: 'The session was deleted.' } },
  handler: async ({ params, identity }, services) => {
    await deleteSession(services, identity, params.sessionId);
    return reply(204, '');
  },
});

export const sessionRoutes: readonly Route[] = [list, read, remove];
