/** Names that chunks mention, and what is decided of them. */
import { Prisma } from '../../../../../platform/database/generated/client.ts';
import { MENTION_ROLES } from '../../../documents/mentions.ts';
import { length, withoutDataset } from './check.ts';
import type { Checks } from './check.ts';

export const ENTITIES = {
  knowledge_entity: [
    withoutDataset('knowledge_entity'),
    {
      finds: 'entities without a mention',
      rows: (id) => Prisma.sql`SELECT id AS item FROM knowledge_entity entity WHERE dataset_id = ${id}
        AND NOT EXISTS (SELECT FROM knowledge_mention WHERE entity_id = entity.id)`,
    },
    {
      finds: 'entities whose count of chunks or titles is wrong',
      rows: (id) => Prisma.sql`SELECT entity.id AS item FROM knowledge_entity entity
        JOIN knowledge_mention mention ON mention.entity_id = entity.id WHERE entity.dataset_id = ${id}
        GROUP BY entity.id
        HAVING entity.chunks <> count(*) OR entity.titles <> count(*) FILTER (WHERE role = ${MENTION_ROLES.title})`,
    },
  ],
  knowledge_extraction: [
    {
      finds: 'chunks that a language model has read and skipped, or neither',
      rows: (id) => Prisma.sql`SELECT chunk.id AS item FROM knowledge_extraction extraction
        JOIN knowledge_chunk chunk ON chunk.id = extraction.chunk_id
        WHERE chunk.dataset_id = ${id} AND (graph IS NULL) = (skipped IS NULL)`,
    },
    {
      finds: 'chunks without the facts that a language model found in them',
      rows: (id) => Prisma.sql`SELECT chunk.id AS item FROM knowledge_extraction extraction
        JOIN knowledge_chunk chunk ON chunk.id = extraction.chunk_id
        WHERE chunk.dataset_id = ${id} AND chunk.is_read AND jsonb_array_length(graph -> 'facts') > 0
          AND NOT EXISTS (SELECT FROM knowledge_evidence evidence
            WHERE evidence.chunk_id = chunk.id AND evidence.extractor = extraction.model)`,
    },
  ],
  knowledge_mention: [
    {
      finds: 'mentions of an entity by a chunk of another dataset, or that do not exist',
      rows: (
        id,
      ) => Prisma.sql`SELECT mention.chunk_id || ' ' || mention.entity_id AS item FROM knowledge_mention mention
        LEFT JOIN knowledge_entity entity ON entity.id = mention.entity_id
        LEFT JOIN knowledge_chunk chunk ON chunk.id = mention.chunk_id
        WHERE (entity.dataset_id = ${id} OR chunk.dataset_id = ${id})
          AND entity.dataset_id IS DISTINCT FROM chunk.dataset_id`,
    },
    {
      finds: 'mentions that end after their chunk',
      rows: (id) => Prisma.sql`SELECT chunk.id || ' ' || mention.entity_id AS item FROM knowledge_mention mention
        JOIN knowledge_chunk chunk ON chunk.id = mention.chunk_id
        WHERE chunk.dataset_id = ${id} AND (SELECT max(at) FROM unnest(mention.spans) at) > ${length('chunk.body')}`,
    },
  ],
  knowledge_alias: [
    {
      finds: 'aliases that are not within a chunk of their dataset, or that it does not mention',
      rows: (id) => Prisma.sql`SELECT alias.chunk_id || ' ' || alias.alias AS item FROM knowledge_alias alias
        LEFT JOIN knowledge_chunk chunk ON chunk.id = alias.chunk_id
        WHERE (alias.dataset_id = ${id} OR chunk.dataset_id = ${id}) AND (alias.dataset_id IS DISTINCT
          FROM chunk.dataset_id
          OR NOT (0 <= alias.start AND alias.start < alias."end" AND alias."end" <= ${length('chunk.body')})
          OR NOT EXISTS (SELECT FROM knowledge_mention mention
            JOIN knowledge_entity entity ON entity.id = mention.entity_id
            WHERE mention.chunk_id = chunk.id AND entity.name = alias.alias))`,
    },
  ],
  knowledge_correction: [
    withoutDataset('knowledge_correction'),
    {
      finds: 'corrections of consolidation that rest on no chunk',
      rows: (id) => Prisma.sql`SELECT id AS item FROM knowledge_correction correction
        WHERE dataset_id = ${id} AND source = 'consolidation'
          AND NOT EXISTS (SELECT FROM knowledge_correction_chunk support WHERE support.correction_id = correction.id)`,
    },
  ],
  knowledge_correction_chunk: [
    {
      finds: 'corrections that rest on a chunk of another dataset, or that does not exist',
      rows: (id) => Prisma.sql`SELECT correction.id AS item FROM knowledge_correction correction
        JOIN knowledge_correction_chunk support ON support.correction_id = correction.id
        LEFT JOIN knowledge_chunk chunk ON chunk.id = support.chunk_id
        WHERE correction.dataset_id = ${id} AND correction.dataset_id IS DISTINCT FROM chunk.dataset_id`,
    },
  ],
} satisfies Partial<Checks>;
