/** The communities of a dataset. */
import { Type } from 'typebox';
import { turnsOfPage } from '../../contract/cost.ts';
import { defineRoute, reply } from '../../contract/route.ts';
import type { Route } from '../../contract/route.ts';
import { purposeHeader } from '../../contract/schema.ts';
import { DatasetId } from '../shared/path-parameters.ts';
import { CommunityQuery, KnowledgeCommunityList, communityPage } from './communities.ts';

const listCommunities = defineRoute({
  method: 'GET',
  path: '/v1/knowledge/datasets/{datasetId}/communities',
  operationId: 'listKnowledgeCommunities',
  tag: 'Knowledge',
  summary: 'Communities of the entities of a dataset',
  description:
    'The Memify pipeline `communities` finds them. Each is summarized by sentences of the documents that you may read.',
  scope: 'knowledge:read',
  cost: ({ query: { limit = 50 } }) => turnsOfPage(limit, 200, 4),
  params: DatasetId,
  headers: Type.Object(purposeHeader),
  query: CommunityQuery,
  responses: { 200: { description: 'A page.', schema: KnowledgeCommunityList } },
  handler: async ({ params, query, identity }, services) =>
    reply(200, await communityPage(services, identity, params.datasetId, query)),
});

export const communityRoutes: readonly Route[] = [listCommunities];
