/** The communities of a dataset in the contract. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Caller } from '../../../domain/identity/identity.ts';
import { communityTitle, listCommunities } from '../../../domain/knowledge/graph/communities/communities.ts';
import type { ReadableCommunity } from '../../../domain/knowledge/graph/communities/communities.ts';
import { pageMembers, pageOf, readPage } from '../../contract/page.ts';
import { ValidationError } from '../../contract/validation.ts';
import { List, Named, Nullable, RowId, Text, Whole } from '../../contract/schema.ts';
import type { Services } from '../../services.ts';
import { readableDataset } from '../shared/readable-dataset.ts';
import { Span } from '../shared/span.ts';

const LIMIT = 50;

export const CommunityQuery = Type.Object(
  {
    ...pageMembers('Communities', LIMIT, 200),
    level: Type.Optional(Whole('Level, from 0. Default 0. Not with `parent`.', 0, { maximum: 9 })),
    parent: Type.Optional(RowId('Only the parts of this community.', '815')),
  },
  { additionalProperties: false },
);

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
    'By the language model, if there is a `description` with a title; otherwise the names of its most central entities.',
    'Eling, Ruth Hallam, Sallow Quay',
  ),
  entities: List(Text('Name.', 'Ruth Hallam'), 'The most central of its entities, at most 10.'),
  entity_count: Whole('Number of its entities.', 12),
  summary: List(CommunitySentence, 'The sentences that say most about it, at most 5; empty before they are chosen.'),
  description: Nullable(
    CommunityDescription,
    '`null` when no language model has described it as it is now, and when you may not read one of the passages that the model was shown.',
  ),
});

export const KnowledgeCommunityList = Named('KnowledgeCommunityList', 'A page of the communities that you may read.', {
  ...pageOf(KnowledgeCommunity, 'The communities, those with the most connected entities first.'),
});

export async function communityPage(
  services: Services,
  caller: Caller,
  datasetId: string,
  { limit = LIMIT, cursor, level, parent }: Static<typeof CommunityQuery>,
): Promise<Static<typeof KnowledgeCommunityList>> {
  if (level !== undefined && parent !== undefined) {
    const msg = 'Leave out level: the parts of a community are one level below it.';
    throw new ValidationError([{ loc: ['query', 'level'], msg, type: 'value' }]);
  }
  const {
    database,
    dataset: { id },
  } = await readableDataset(services, caller, datasetId);
  const { rows, next_cursor } = await readPage(
    limit,
    (take) => listCommunities(database, caller, id, { level, parent }, cursor, take),
    (last) => last.id,
  );
  return { items: rows.map(communityOf), next_cursor };
}

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
