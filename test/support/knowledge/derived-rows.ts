import type { Database } from '../../../platform/database/client.ts';

/**
 * All that is derived from the documents of a dataset, without identifiers: equal for documents with equal labels and
 * texts.
 */
export async function derivedRows({ db }: Database, datasetId: string): Promise<unknown> {
  return {
    chunks: await db.$queryRaw`SELECT label, ordinal, start, "end", page_to, hash, occurrence, body, is_read
      FROM knowledge_chunk chunk JOIN knowledge_document document ON document.id = document_pk
      WHERE chunk.dataset_id = ${datasetId} ORDER BY 1, 2`,
    vectors: await db.$queryRaw`SELECT label, hash, occurrence, model, embedding::text FROM knowledge_vector vector
      JOIN knowledge_chunk chunk ON chunk.id = chunk_id
        JOIN knowledge_document document ON document.id = chunk.document_pk
      WHERE vector.dataset_id = ${datasetId} ORDER BY 1, 2, 3`,
    terms: await db.$queryRaw`SELECT term, chunks FROM knowledge_term WHERE dataset_id = ${datasetId} ORDER BY 1`,
    restricted: await db.$queryRaw`SELECT digest, 'chunks ' AS counted, chunks, words FROM knowledge_restricted_size
      JOIN knowledge_audience audience ON audience.id = audience_id WHERE dataset_id = ${datasetId}
      UNION ALL SELECT digest, 'term ' || term, chunks, 0 FROM knowledge_restricted_term
      JOIN knowledge_audience audience ON audience.id = audience_id WHERE dataset_id = ${datasetId}
      UNION ALL SELECT digest, 'entity ' || name, restricted.chunks, restricted.titles
        FROM knowledge_restricted_entity restricted
      JOIN knowledge_audience audience ON audience.id = audience_id
        JOIN knowledge_entity entity ON entity.id = entity_id
      WHERE dataset_id = ${datasetId} ORDER BY 1, 2`,
    entities:
      await db.$queryRaw`SELECT name, chunks, titles FROM knowledge_entity WHERE dataset_id = ${datasetId} ORDER BY 1`,
    mentions: await db.$queryRaw`SELECT document.label, hash, occurrence, name, role, mention.label AS written, spans
      FROM knowledge_mention mention
      JOIN knowledge_entity entity ON entity.id = entity_id JOIN knowledge_chunk chunk ON chunk.id = chunk_id
      JOIN knowledge_document document ON document.id = document_pk
      WHERE entity.dataset_id = ${datasetId} ORDER BY 1, 2, 3, 4`,
    aliases: await db.$queryRaw`SELECT label, hash, occurrence, alias, name, rule, alias.start, alias."end"
        FROM knowledge_alias alias
      JOIN knowledge_chunk chunk ON chunk.id = chunk_id JOIN knowledge_document document ON document.id = document_pk
      WHERE alias.dataset_id = ${datasetId} ORDER BY 1, 2, 3, 4, 5, 6`,
    dates: await db.$queryRaw`SELECT label, hash, occurrence, place, date.start, date."end", from_day, to_day
        FROM knowledge_date date
      JOIN knowledge_chunk chunk ON chunk.id = chunk_id JOIN knowledge_document document ON document.id = document_pk
      WHERE chunk.dataset_id = ${datasetId} ORDER BY 1, 2, 3, 4, 5`,
    traits: await db.$queryRaw`SELECT label, hash, occurrence, name, kind, value, trait.start, trait."end"
        FROM knowledge_trait trait
      JOIN knowledge_chunk chunk ON chunk.id = chunk_id JOIN knowledge_document document ON document.id = document_pk
      WHERE chunk.dataset_id = ${datasetId} ORDER BY 1, 2, 3, 4, 5, 6`,
    facts:
      await db.$queryRaw`SELECT subject.name AS s, predicate, object.name AS o, count(*)::int FROM knowledge_fact fact
      JOIN knowledge_entity subject ON subject.id = subject_id JOIN knowledge_entity object ON object.id = object_id
      JOIN knowledge_evidence evidence ON evidence.fact_id = fact.id
      WHERE fact.dataset_id = ${datasetId} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  };
}
