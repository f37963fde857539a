/** Counts of chunks that rankings use: of all documents, and of each audience. */
import { Prisma } from '../../../../../platform/database/generated/client.ts';
import { MENTION_ROLES } from '../../../documents/mentions.ts';
import type { Checks } from './check.ts';

export const COUNTS = {
  knowledge_term: [
    {
      finds: 'words whose count of chunks is wrong',
      rows: (id) => Prisma.sql`
        WITH counted AS (SELECT word.lexeme AS term, count(*) AS chunks
          FROM knowledge_chunk chunk, unnest(chunk.terms) word WHERE chunk.dataset_id = ${id} GROUP BY 1),
        kept AS (SELECT term, chunks FROM knowledge_term WHERE dataset_id = ${id})
        SELECT term AS item FROM counted FULL JOIN kept USING (term) WHERE counted.chunks IS DISTINCT FROM kept.chunks`,
    },
  ],
  knowledge_size: [
    {
      finds: 'a dataset whose count of chunks, words or tokens is wrong',
      rows: (id) => Prisma.sql`
        WITH counted AS (SELECT dataset_id, count(*) AS chunks, sum(words) AS words, sum(tokens) AS tokens
          FROM knowledge_chunk WHERE dataset_id = ${id} GROUP BY 1),
        kept AS (SELECT * FROM knowledge_size WHERE dataset_id = ${id})
        SELECT dataset_id AS item FROM counted FULL JOIN kept USING (dataset_id)
        WHERE (counted.chunks, counted.words, counted.tokens) IS DISTINCT FROM (kept.chunks, kept.words, kept.tokens)`,
    },
  ],
  knowledge_restricted_size: [
    {
      finds: 'audiences whose count of chunks or words is wrong',
      rows: (id) => Prisma.sql`
        WITH counted AS (SELECT audience_id, count(*) AS chunks, sum(words) AS words
          FROM knowledge_chunk chunk JOIN knowledge_document document ON document.id = chunk.document_pk
          WHERE chunk.dataset_id = ${id} AND audience_id IS NOT NULL GROUP BY 1),
        kept AS (SELECT * FROM knowledge_restricted_size WHERE dataset_id = ${id})
        SELECT audience_id AS item FROM counted FULL JOIN kept USING (audience_id)
        WHERE (counted.chunks, counted.words) IS DISTINCT FROM (kept.chunks, kept.words)`,
    },
  ],
  knowledge_restricted_term: [
    {
      finds: 'words whose count of chunks for an audience is wrong',
      rows: (id) => Prisma.sql`
        WITH counted AS (SELECT audience_id, word.lexeme AS term, count(*) AS chunks
          FROM knowledge_chunk chunk JOIN knowledge_document document ON document.id = chunk.document_pk,
            unnest(chunk.terms) word
          WHERE chunk.dataset_id = ${id} AND audience_id IS NOT NULL GROUP BY 1, 2),
        kept AS (SELECT * FROM knowledge_restricted_term WHERE dataset_id = ${id})
        SELECT audience_id || ' ' || term AS item FROM counted FULL JOIN kept USING (audience_id, term)
        WHERE counted.chunks IS DISTINCT FROM kept.chunks`,
    },
  ],
  knowledge_restricted_entity: [
    {
      finds: 'entities whose count of chunks or titles for an audience is wrong',
      rows: (id) => Prisma.sql`
        WITH counted AS (SELECT audience_id, entity_id, count(*) AS chunks, count(*) FILTER (WHERE role =
          ${MENTION_ROLES.title}) AS titles
          FROM knowledge_mention mention JOIN knowledge_chunk chunk ON chunk.id = mention.chunk_id
          JOIN knowledge_document document ON document.id = chunk.document_pk
          WHERE chunk.dataset_id = ${id} AND audience_id IS NOT NULL GROUP BY 1, 2),
        kept AS (SELECT restricted.* FROM knowledge_restricted_entity restricted
          JOIN knowledge_entity entity ON entity.id = restricted.entity_id WHERE entity.dataset_id = ${id})
        SELECT audience_id || ' ' || entity_id AS item FROM counted FULL JOIN kept USING (audience_id, entity_id)
        WHERE (counted.chunks, counted.titles) IS DISTINCT FROM (kept.chunks, kept.titles)`,
    },
  ],
} satisfies Partial<Checks>;
