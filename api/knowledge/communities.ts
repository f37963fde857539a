/** The communities of a dataset in the contract. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { communityTitle, listCommunities } from '../../domain/knowledge/graph/index.ts';
import type { ReadableCommunity } from '../../domain/knowledge/graph/index.ts';
import { listRoute } from '../contract/list-route.ts';
import { pageMembers, pageOf } from '../contract/page.ts';
import { ValidationError } from '../contract/validation.ts';
import { List, Named, Nullable, PurposeHeaders, RowId, Text, Whole } from '../contract/schema.ts';
import { DatasetId } from './shared/path-parameters.ts';
import { readableDataset } from './shared/readable-dataset.ts';
import { Span } from './shared/span.ts';

export const CommunitySentence = Named('KnowledgeCommunitySentence', 'A sentence of a summary, from a document.', {
  text: Text('The sentence.', 'Ruth Hallam owns the boat yard in Sallow Quay.'),
  document_id: Text('The document.', 'doc_01k9zt6v3c8wq4m2n7r5x0ybhd'),
  chunk_id: Text('The chunk.', '4712'),
  span: Span,
});

export const CommunityDescription = Named(
  'KnowledgeCommunityDescription',
  'What a language model wrote of a community, from passages that you may read.',
  {
    model: Text('Name of the configured model.', 'main'),
    sentences: List(
      Named('KnowledgeCommunityStatement', 'A sentence that its passages bear out.', {
        text: Text('The sentence.', 'Ruth Hallam owns the tide mill of Eling and the boat yard that cuts elm for it.'),
        chunk_ids: List(Text('A chunk.', '4712'), 'The passages that say it.'),
      }),
      'The most important first, at most 5.',
    ),
  },
);

export const KnowledgeCommunity = Named('KnowledgeCommunity', 'Entities that belong together.', {
  community_id: Text('The community. It stays the same while the community continues.', '815'),
  level: Whole('From 0; the communities of the next level are parts of these.', 0),
  parent: Nullable(Text('The community that it is a part of; `null` on level 0.', '814')),
  title: Text(
    'By the language model, if there is a `description` with a title; otherwise the names of its most central ' +
      'entities.',
    'Eling, Ruth Hallam, Sallow Quay',
  ),
  entities: List(Text('Name.', 'Ruth Hallam'), 'The most central of its entities, at most 10.'),
  entity_count: Whole('Number of its entities.', 12),
  summary: List(CommunitySentence, 'The sentences that say most about it, at most 5; empty before they are chosen.'),
  description: Nullable(
    CommunityDescription,
    '`null` when no language model has described it as it is now, and when you may not read one of the ' +
      'passages that the model was shown.',
  ),
});

export const KnowledgeCommunityList = Named('KnowledgeCommunityList', 'A page of the communities that you may read.', {
  ...pageOf(KnowledgeCommunity, 'The communities, those with the most connected entities first.'),
});

const sizes = { of: 'Communities', usual: 50, most: 200 };

export const listCommunitiesRoute = listRoute({
  path: '/v1/knowledge/datasets/{datasetId}/communities',
  operationId: 'listKnowledgeCommunities',
  tag: 'Knowledge',
  summary: 'Communities of the entities of a dataset',
  description:
    'The Memify pipeline `communities` finds them. Each is summarized by sentences of the documents that you may read.',
  scope: 'knowledge:read',
  cost: 4,
  params: DatasetId,
  headers: PurposeHeaders,
  query: Type.Object(
    {
      ...pageMembers(sizes),
      level: Type.Optional(Whole('Level, from 0. Default 0. Not with `parent`.', 0, { maximum: 9 })),
      parent: Type.Optional(RowId('Only the parts of this community.', '815')),
    },
    { additionalProperties: false },
  ),
  sizes,
  page: KnowledgeCommunityList,
  rows: async ({ params, query: { level, parent, cursor }, identity }, services, take) => {
    if (level !== undefined && parent !== undefined) {
      const msg = 'Leave out level: the parts of a community are one level below it.';
      throw new ValidationError([{ loc: ['query', 'level'], msg, type: 'value' }]);
    }
    const { database, dataset } = await readableDataset(services, identity, params.datasetId);
    return listCommunities(database, identity, dataset.id, { level, parent }, cursor, take);
  },
  cursorOf: ({ id }) => id,
  items: (rows) => rows.map(communityOf),
});

export function communityOf(community: ReadableCommunity): Static<typeof KnowledgeCommunity> {
  const { id, level, parent, labels, members, sentences, description } = community;
  return {
    community_id: id,
    level,
    parent,
    title: communityTitle(community),
    entities: [...labels],
    entity_count: members,
    summary: sentences.map(({ chunk, documentId, text, start, end }) => ({
      text,
      document_id: documentId,
      chunk_id: chunk,
      span: [start, end],
    })),
    description: description && {
      model: description.model,
      sentences: description.sentences.map(({ text, chunks }) => ({ text, chunk_ids: [...chunks] })),
    },
  };
}
