/** What people asked and rated. */
import { Prisma } from '../../../../../platform/database/generated/client.ts';
import { length } from './check.ts';
import type { Checks } from './check.ts';

export const PEOPLE = {
  // They belong to their owner, not to a dataset.
  knowledge_session: [],
  knowledge_exchange: [],
  knowledge_citation: [
    {
      finds: 'citations that are not within their chunk',
      rows: (id) => Prisma.sql`SELECT citation.exchange_id || ' ' || chunk.id AS item FROM knowledge_citation citation
        JOIN knowledge_chunk chunk ON chunk.id = citation.chunk_id
        WHERE chunk.dataset_id = ${id}
          AND NOT (0 <= citation.start AND citation.start < citation."end"
            AND citation."end" <= ${length('chunk.body')})`,
    },
  ],
  knowledge_feedback: [
    {
      finds: 'ratings by another tenant than that of their dataset',
      rows: (id) => Prisma.sql`SELECT feedback.id AS item FROM knowledge_feedback feedback
        JOIN knowledge_chunk chunk ON chunk.id = feedback.chunk_id
          JOIN knowledge_dataset dataset ON dataset.id = chunk.dataset_id
        WHERE dataset.id = ${id} AND feedback.tenant_id <> dataset.tenant_id`,
    },
  ],
} satisfies Partial<Checks>;
