/** Datasets, and what Cognify reads of their documents: chunks, vectors, dates and traits. */
import { Prisma } from '../../../../../platform/database/generated/client.ts';
import { documentIsChunked } from '../../../cognify/progress.ts';
import { length, withoutDataset } from './check.ts';
import type { Checks } from './check.ts';

export const DOCUMENTS = {
  knowledge_dataset: [
    {
      finds: 'a dataset whose deletion began a day ago and has not ended',
      rows: (id) => Prisma.sql`SELECT id AS item FROM knowledge_dataset
        WHERE id = ${id} AND deleted_at < now() - interval '1 day'`,
    },
  ],
  knowledge_document: [
    withoutDataset('knowledge_document'),
    {
      finds: 'documents whose deletion began a day ago and has not ended',
      rows: (id) => Prisma.sql`SELECT document_id AS item FROM knowledge_document
        WHERE dataset_id = ${id} AND deleted_at < now() - interval '1 day'`,
    },
    {
      finds: 'documents of another tenant than their dataset',
      rows: (id) => Prisma.sql`SELECT document_id AS item FROM knowledge_document document
        JOIN knowledge_dataset dataset ON dataset.id = document.dataset_id
        WHERE dataset.id = ${id} AND document.tenant_id <> dataset.tenant_id`,
    },
  ],
  knowledge_audience: [
    {
      finds: 'documents whose audience is not what their policy and that of their object ask',
      rows: (id) => Prisma.sql`SELECT document.document_id AS item FROM knowledge_document document
        LEFT JOIN knowledge_audience audience ON audience.id = document.audience_id
        LEFT JOIN storage_object object ON object.id = document.object_id AND object.tenant_id = document.tenant_id
        WHERE document.dataset_id = ${id} AND audience.restrictions IS DISTINCT FROM (
          SELECT jsonb_agg(DISTINCT restriction) FROM (VALUES
            (knowledge_restriction(document.tenant_id, document.owner_subject, document.access_policy)),
            (CASE WHEN object.id IS NOT NULL
                THEN knowledge_restriction(object.tenant_id, object.owner_subject, object.access_policy)
              WHEN document.object_id IS NOT NULL THEN '{"tenant_id": null}'::jsonb END)) asked(restriction)
          WHERE restriction IS NOT NULL)`,
    },
  ],
  knowledge_chunk: [
    withoutDataset('knowledge_chunk'),
    {
      finds: 'chunks without a document of their dataset',
      rows: (id) => Prisma.sql`SELECT chunk.id AS item FROM knowledge_chunk chunk
        LEFT JOIN knowledge_document document ON document.id = chunk.document_pk
        WHERE (chunk.dataset_id = ${id} OR document.dataset_id = ${id})
          AND chunk.dataset_id IS DISTINCT FROM document.dataset_id`,
    },
    {
      finds: 'documents whose chunks are not numbered from 0 without a gap',
      rows: (id) => Prisma.sql`SELECT document.document_id AS item FROM knowledge_document document
        JOIN knowledge_chunk chunk ON chunk.document_pk = document.id
        WHERE document.dataset_id = ${id} AND document.deleted_at IS NULL
          AND ${documentIsChunked}
        GROUP BY document.id HAVING count(DISTINCT ordinal) <> count(*) OR min(ordinal) <> 0
          OR max(ordinal) <> count(*) - 1`,
    },
  ],
  knowledge_vector: [
    withoutDataset('knowledge_vector'),
    {
      finds: 'vectors without a chunk of their dataset and document',
      rows: (id) => Prisma.sql`SELECT vector.chunk_id AS item FROM knowledge_vector vector
        LEFT JOIN knowledge_chunk chunk ON chunk.id = vector.chunk_id
        WHERE (vector.dataset_id = ${id} OR chunk.dataset_id = ${id})
          AND (vector.dataset_id, vector.document_pk) IS DISTINCT FROM (chunk.dataset_id, chunk.document_pk)`,
    },
    {
      finds: 'chunks for which their dataset’s model was not asked',
      rows: (id) => Prisma.sql`SELECT chunk.id AS item FROM knowledge_chunk chunk
        JOIN knowledge_dataset dataset ON dataset.id = chunk.dataset_id
        WHERE dataset.id = ${id} AND NOT EXISTS (SELECT FROM knowledge_vector vector
          WHERE vector.chunk_id = chunk.id AND vector.model = dataset.embedding_model
            AND (vector.embedding IS NULL OR vector_dims(vector.embedding) = dataset.embedding_dimensions))`,
    },
    {
      finds: 'vectors of another model than their dataset’s',
      rows: (id) => Prisma.sql`SELECT vector.chunk_id AS item FROM knowledge_vector vector
        JOIN knowledge_dataset dataset ON dataset.id = vector.dataset_id
        WHERE dataset.id = ${id} AND vector.model <> dataset.embedding_model`,
    },
  ],
  knowledge_date: [
    {
      finds: 'dates that are not within their chunk, or end before they begin',
      rows: (id) => Prisma.sql`SELECT chunk.id || ' ' || date.start AS item FROM knowledge_date date
        JOIN knowledge_chunk chunk ON chunk.id = date.chunk_id
        WHERE chunk.dataset_id = ${id} AND (date.from_day > date.to_day OR NOT (0 <= date.start
          AND date.start < date."end"
          AND date."end" <= CASE date.place WHEN 'text' THEN ${length('chunk.body')} ELSE ${length('chunk.heading')}
            END))`,
    },
  ],
  knowledge_trait: [
    {
      finds: 'traits that are not within their chunk',
      rows: (id) => Prisma.sql`SELECT chunk.id || ' ' || trait.name AS item FROM knowledge_trait trait
        JOIN knowledge_chunk chunk ON chunk.id = trait.chunk_id
        WHERE chunk.dataset_id = ${id} AND trait.start IS NOT NULL
          AND NOT (0 <= trait.start AND trait.start < trait."end" AND trait."end" <= ${length('chunk.body')})`,
    },
  ],
  knowledge_rule: [
    {
      finds: 'rules that are not within a chunk of their dataset',
      rows: (id) => Prisma.sql`SELECT rule.id AS item FROM knowledge_rule rule
        LEFT JOIN knowledge_chunk chunk ON chunk.id = rule.chunk_id
        WHERE (rule.dataset_id = ${id} OR chunk.dataset_id = ${id}) AND (rule.dataset_id IS DISTINCT
          FROM chunk.dataset_id
          OR NOT (0 <= rule.start AND rule.start < rule."end" AND rule."end" <= ${length('chunk.body')}))`,
    },
  ],
} satisfies Partial<Checks>;
