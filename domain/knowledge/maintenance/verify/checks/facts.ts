/** Facts, with what states them. */
import { Prisma } from '../../../../../platform/database/generated/client.ts';
import { length, withoutDataset } from './check.ts';
import type { Checks } from './check.ts';

export const FACTS = {
  knowledge_fact: [
    withoutDataset('knowledge_fact'),
    {
      finds: 'facts without evidence',
      rows: (id) => Prisma.sql`SELECT id AS item FROM knowledge_fact fact WHERE dataset_id = ${id}
        AND NOT EXISTS (SELECT FROM knowledge_evidence WHERE fact_id = fact.id)`,
    },
    {
      finds: 'facts between entities of another dataset, or that do not exist',
      rows: (id) => Prisma.sql`SELECT fact.id AS item FROM knowledge_fact fact
        LEFT JOIN knowledge_entity subject ON subject.id = fact.subject_id
        LEFT JOIN knowledge_entity object ON object.id = fact.object_id
        WHERE fact.dataset_id = ${id}
          AND (subject.dataset_id IS DISTINCT FROM ${id} OR object.dataset_id IS DISTINCT FROM ${id})`,
    },
  ],
  knowledge_evidence: [
    {
      finds: 'evidence of a fact in a chunk of another dataset, or that does not exist',
      rows: (
        id,
      ) => Prisma.sql`SELECT evidence.fact_id || ' ' || evidence.chunk_id AS item FROM knowledge_evidence evidence
        LEFT JOIN knowledge_fact fact ON fact.id = evidence.fact_id
        LEFT JOIN knowledge_chunk chunk ON chunk.id = evidence.chunk_id
        WHERE (fact.dataset_id = ${id} OR chunk.dataset_id = ${id})
          AND fact.dataset_id IS DISTINCT FROM chunk.dataset_id`,
    },
    {
      finds: 'evidence whose date is not within its chunk',
      rows: (id) => Prisma.sql`SELECT evidence.fact_id || ' ' || chunk.id AS item FROM knowledge_evidence evidence
        JOIN knowledge_chunk chunk ON chunk.id = evidence.chunk_id
        WHERE chunk.dataset_id = ${id} AND evidence.date_start IS NOT NULL
          AND (evidence.valid_from > evidence.valid_to OR NOT (0 <= evidence.date_start
            AND evidence.date_start < evidence.date_end AND evidence.date_end <= ${length('chunk.body')}))`,
    },
    {
      finds: 'evidence that is not within its chunk',
      rows: (id) => Prisma.sql`SELECT evidence.fact_id || ' ' || chunk.id AS item FROM knowledge_evidence evidence
        JOIN knowledge_chunk chunk ON chunk.id = evidence.chunk_id
        WHERE chunk.dataset_id = ${id}
          AND NOT (0 <= evidence.start AND evidence.start < evidence."end"
            AND evidence."end" <= ${length('chunk.body')})`,
    },
  ],
  knowledge_fact_vector: [
    {
      finds: 'vectors without a fact of their dataset',
      rows: (id) => Prisma.sql`SELECT vector.fact_id AS item FROM knowledge_fact_vector vector
        LEFT JOIN knowledge_fact fact ON fact.id = vector.fact_id
        WHERE (vector.dataset_id = ${id} OR fact.dataset_id = ${id}) AND vector.dataset_id IS DISTINCT
          FROM fact.dataset_id`,
    },
    {
      finds: 'vectors of facts by another model than their dataset’s',
      rows: (id) => Prisma.sql`SELECT vector.fact_id AS item FROM knowledge_fact_vector vector
        JOIN knowledge_dataset dataset ON dataset.id = vector.dataset_id
        WHERE dataset.id = ${id} AND vector.model <> dataset.embedding_model`,
    },
  ],
} satisfies Partial<Checks>;
