/** Communities, with their summaries and descriptions. */
import { Prisma } from '../../../../../platform/database/generated/client.ts';
import { length, withoutDataset } from './check.ts';
import type { Checks } from './check.ts';

export const COMMUNITIES = {
  knowledge_community: [
    withoutDataset('knowledge_community'),
    {
      finds: 'communities that are parts of one of another dataset, audience or level than the one above',
      rows: (id) => Prisma.sql`SELECT part.id AS item FROM knowledge_community part
        JOIN knowledge_community whole ON whole.id = part.parent_id WHERE part.dataset_id = ${id}
          AND (whole.dataset_id <> part.dataset_id OR whole.audience_id IS DISTINCT FROM part.audience_id
            OR whole.level <> part.level - 1)`,
    },
  ],
  knowledge_community_member: [
    {
      finds: 'members of a community that are entities of another dataset',
      rows: (id) => Prisma.sql`SELECT member.entity_id AS item FROM knowledge_community_member member
        JOIN knowledge_community community ON community.id = member.community_id
        JOIN knowledge_entity entity ON entity.id = member.entity_id
        WHERE community.dataset_id = ${id} AND entity.dataset_id <> ${id}`,
    },
  ],
  knowledge_community_outsider: [
    withoutDataset('knowledge_community_outsider'),
    {
      finds: 'entities outside communities that are of another dataset, or in one',
      rows: (id) => Prisma.sql`SELECT outsider.entity_id AS item FROM knowledge_community_outsider outsider
        JOIN knowledge_entity entity ON entity.id = outsider.entity_id
        WHERE outsider.dataset_id = ${id} AND (entity.dataset_id <> ${id} OR EXISTS (
          SELECT FROM knowledge_community_member member
            JOIN knowledge_community community ON community.id = member.community_id
          WHERE member.entity_id = outsider.entity_id AND community.audience_id IS NOT DISTINCT
            FROM outsider.audience_id))`,
    },
  ],
  knowledge_community_sentence: [
    {
      finds: 'sentences of summaries that reach beyond the text of their chunk',
      rows: (id) => Prisma.sql`SELECT sentence.chunk_id AS item FROM knowledge_community_sentence sentence
        JOIN knowledge_chunk chunk ON chunk.id = sentence.chunk_id WHERE chunk.dataset_id = ${id}
          AND (sentence.start < 0 OR sentence.start >= sentence."end" OR sentence."end" > ${length('chunk.body')})`,
    },
  ],
  knowledge_community_description: [
    {
      finds: 'descriptions of communities with a sentence that cites no passage',
      rows: (id) => Prisma.sql`SELECT described.community_id AS item FROM knowledge_community_description described
        JOIN knowledge_community community ON community.id = described.community_id WHERE community.dataset_id = ${id}
          AND EXISTS (SELECT FROM generate_subscripts(described.sentences, 1) said WHERE NOT EXISTS (
            SELECT FROM knowledge_community_source source
            WHERE source.community_id = community.id AND said - 1 = ANY(source.sentences)))`,
    },
  ],
  knowledge_community_source: [
    {
      finds: 'descriptions of communities from chunks of another dataset',
      rows: (id) => Prisma.sql`SELECT source.community_id AS item FROM knowledge_community_source source
        JOIN knowledge_community community ON community.id = source.community_id
        JOIN knowledge_chunk chunk ON chunk.id = source.chunk_id
        WHERE community.dataset_id = ${id} AND chunk.dataset_id <> ${id}`,
    },
  ],
} satisfies Partial<Checks>;
