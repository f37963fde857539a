/**
 * What must hold for the rows of a dataset, table by table: each check selects the rows that break it, with an `item` that names the
 * row. A table that has none does not compile.
 */
import type { TableName } from '../../manifests/manifest.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import { MENTION_ROLES } from '../cognify/entities.ts';

export interface Check {
  /** What is wrong with the rows that it selects. */
  readonly finds: string;
  readonly rows: (datasetId: string) => Prisma.Sql;
}

export type KnowledgeTable = Extract<TableName, `knowledge_${string}`>;

/** Rows that name a dataset that does not exist. */
function withoutDataset(table: KnowledgeTable): Check {
  const name = Prisma.raw(table);
  return {
    finds: `rows of ${table} whose dataset does not exist`,
    rows: (id) => Prisma.sql`SELECT ${id} AS item FROM ${name} WHERE dataset_id = ${id}
      AND NOT EXISTS (SELECT FROM knowledge_dataset WHERE id = ${id})`,
  };
}

/** Length of a text in UTF-16 code units, of which spans are made. */
const length = (text: string): Prisma.Sql =>
  Prisma.raw(`(char_length(${text}) + char_length(regexp_replace(${text}, '[^\\U00010000-\\U0010FFFF]', '', 'g')))`);

export const CHECKS: Readonly<Record<KnowledgeTable, readonly Check[]>> = {
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
          AND starts_with(document.chunked_hash, document.content_hash || ' ')
        GROUP BY document.id HAVING count(DISTINCT ordinal) <> count(*) OR min(ordinal) <> 0 OR max(ordinal) <> count(*) - 1`,
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
          FROM knowledge_chunk chunk JOIN knowledge_document document ON document.id = chunk.document_pk, unnest(chunk.terms) word
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
        WITH counted AS (SELECT audience_id, entity_id, count(*) AS chunks, count(*) FILTER (WHERE role = ${MENTION_ROLES.title}) AS titles
          FROM knowledge_mention mention JOIN knowledge_chunk chunk ON chunk.id = mention.chunk_id
          JOIN knowledge_document document ON document.id = chunk.document_pk
          WHERE chunk.dataset_id = ${id} AND audience_id IS NOT NULL GROUP BY 1, 2),
        kept AS (SELECT restricted.* FROM knowledge_restricted_entity restricted
          JOIN knowledge_entity entity ON entity.id = restricted.entity_id WHERE entity.dataset_id = ${id})
        SELECT audience_id || ' ' || entity_id AS item FROM counted FULL JOIN kept USING (audience_id, entity_id)
        WHERE (counted.chunks, counted.titles) IS DISTINCT FROM (kept.chunks, kept.titles)`,
    },
  ],
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
        WHERE (alias.dataset_id = ${id} OR chunk.dataset_id = ${id}) AND (alias.dataset_id IS DISTINCT FROM chunk.dataset_id
          OR NOT (0 <= alias.start AND alias.start < alias."end" AND alias."end" <= ${length('chunk.body')})
          OR NOT EXISTS (SELECT FROM knowledge_mention mention JOIN knowledge_entity entity ON entity.id = mention.entity_id
            WHERE mention.chunk_id = chunk.id AND entity.name = alias.alias))`,
    },
  ],
  knowledge_correction: [
    withoutDataset('knowledge_correction'),
    {
      finds: 'decisions of consolidation that rest on no chunk',
      rows: (id) => Prisma.sql`SELECT id AS item FROM knowledge_correction correction
        WHERE dataset_id = ${id} AND source = 'consolidation'
          AND NOT EXISTS (SELECT FROM knowledge_correction_chunk support WHERE support.correction_id = correction.id)`,
    },
  ],
  knowledge_correction_chunk: [
    {
      finds: 'decisions that rest on a chunk of another dataset, or that does not exist',
      rows: (id) => Prisma.sql`SELECT correction.id AS item FROM knowledge_correction correction
        JOIN knowledge_correction_chunk support ON support.correction_id = correction.id
        LEFT JOIN knowledge_chunk chunk ON chunk.id = support.chunk_id
        WHERE correction.dataset_id = ${id} AND correction.dataset_id IS DISTINCT FROM chunk.dataset_id`,
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
  knowledge_date: [
    {
      finds: 'dates that are not within their chunk, or end before they begin',
      rows: (id) => Prisma.sql`SELECT chunk.id || ' ' || date.start AS item FROM knowledge_date date
        JOIN knowledge_chunk chunk ON chunk.id = date.chunk_id
        WHERE chunk.dataset_id = ${id} AND (date.from_day > date.to_day OR NOT (0 <= date.start AND date.start < date."end"
          AND date."end" <= CASE date.place WHEN 'text' THEN ${length('chunk.body')} ELSE ${length('chunk.heading')} END))`,
    },
  ],
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
          AND NOT (0 <= evidence.start AND evidence.start < evidence."end" AND evidence."end" <= ${length('chunk.body')})`,
    },
  ],
  knowledge_fact_vector: [
    {
      finds: 'vectors without a fact of their dataset',
      rows: (id) => Prisma.sql`SELECT vector.fact_id AS item FROM knowledge_fact_vector vector
        LEFT JOIN knowledge_fact fact ON fact.id = vector.fact_id
        WHERE (vector.dataset_id = ${id} OR fact.dataset_id = ${id}) AND vector.dataset_id IS DISTINCT FROM fact.dataset_id`,
    },
    {
      finds: 'vectors of facts by another model than their dataset’s',
      rows: (id) => Prisma.sql`SELECT vector.fact_id AS item FROM knowledge_fact_vector vector
        JOIN knowledge_dataset dataset ON dataset.id = vector.dataset_id
        WHERE dataset.id = ${id} AND vector.model <> dataset.embedding_model`,
    },
  ],
  knowledge_rule: [
    {
      finds: 'rules that are not within a chunk of their dataset',
      rows: (id) => Prisma.sql`SELECT rule.id AS item FROM knowledge_rule rule
        LEFT JOIN knowledge_chunk chunk ON chunk.id = rule.chunk_id
        WHERE (rule.dataset_id = ${id} OR chunk.dataset_id = ${id}) AND (rule.dataset_id IS DISTINCT FROM chunk.dataset_id
          OR NOT (0 <= rule.start AND rule.start < rule."end" AND rule."end" <= ${length('chunk.body')}))`,
    },
  ],
  // They belong to their owner, not to a dataset.
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
  knowledge_session: [],
  knowledge_exchange: [],
  knowledge_citation: [
    {
      finds: 'citations that are not within their chunk',
      rows: (id) => Prisma.sql`SELECT citation.exchange_id || ' ' || chunk.id AS item FROM knowledge_citation citation
        JOIN knowledge_chunk chunk ON chunk.id = citation.chunk_id
        WHERE chunk.dataset_id = ${id}
          AND NOT (0 <= citation.start AND citation.start < citation."end" AND citation."end" <= ${length('chunk.body')})`,
    },
  ],
  knowledge_feedback: [
    {
      finds: 'ratings by another tenant than that of their dataset',
      rows: (id) => Prisma.sql`SELECT feedback.id AS item FROM knowledge_feedback feedback
        JOIN knowledge_chunk chunk ON chunk.id = feedback.chunk_id JOIN knowledge_dataset dataset ON dataset.id = chunk.dataset_id
        WHERE dataset.id = ${id} AND feedback.tenant_id <> dataset.tenant_id`,
    },
  ],
  // They belong to jobs, and are removed with them.
  knowledge_turn: [withoutDataset('knowledge_turn')],
  knowledge_input: [],
  knowledge_removal: [],
  knowledge_refusal: [],
  knowledge_skip: [],
};
