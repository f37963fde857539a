import { Type } from 'typebox';
import { defineRoute, reply } from '../../contract/route.ts';
import type { Route } from '../../contract/route.ts';
import { purposeHeader } from '../../contract/schema.ts';
import { SessionId } from './session-id.ts';
import {
  ExchangePage,
  KnowledgeSessionDetail,
  KnowledgeSessionList,
  SessionPage,
  deleteSession,
  sessionDetail,
  sessionPage,
} from './sessions.ts';

const tag = 'Knowledge';

const SessionParams = Type.Object({ sessionId: SessionId });

const list = defineRoute({
  method: 'GET',
  path: '/v1/knowledge/sessions',
  operationId: 'listKnowledgeSessions',
  tag,
  summary: 'Your sessions, newest first',
  scope: 'knowledge:read',
  cost: 'few_rows',
  query: SessionPage,
  responses: { 200: { description: 'A page.', schema: KnowledgeSessionList } },
  handler: async ({ query, identity }, services) => reply(200, await sessionPage(services, identity, query)),
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
  headers: Type.Object(purposeHeader),
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
