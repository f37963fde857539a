/** What datasets hold, counted when it is asked for, and only as far as the caller may read. */
import type { Database } from '../../../platform/database/client.ts';
import type { Accessor } from '../../access/policy.ts';
import { readableDocument } from './access.ts';

export interface DatasetCounters {
  readonly documents: number;
  readonly chunks: number;
  readonly tokens: number;
  readonly entities: number;
  readonly relations: number;
  /** Of the Markdown. */
  readonly bytes: number;
}

/**
 * The counters of each of the datasets, by identifier. Where the caller may read every document, chunks are counted by
 * their triggers; elsewhere each chunk is asked for its document.
 */
export async function countDatasets(
  { db }: Database,
  caller: Accessor,
  datasetIds: readonly string[],
): Promise<ReadonlyMap<string, DatasetCounters>> {
  const rows = await db.$queryRaw<({ dataset_id: string } & { [Counter in keyof DatasetCounters]: bigint })[]>`
    WITH seen AS MATERIALIZED (
      SELECT asked.id AS dataset_id, count(document.id) FILTER (WHERE readable) AS documents,
        count(document.id) FILTER (WHERE NOT readable) AS hidden,
        coalesce(sum(document.bytes) FILTER (WHERE readable), 0)::bigint AS bytes
      FROM unnest(${[...datasetIds]}::text[]) AS asked(id) LEFT JOIN LATERAL (
        SELECT document.id, document.bytes, ${readableDocument(caller)} AS readable
        FROM knowledge_document document WHERE document.dataset_id = asked.id) document ON true
      GROUP BY 1
    )
    SELECT seen.dataset_id, seen.documents, seen.bytes, derived.* FROM seen CROSS JOIN LATERAL (
      SELECT coalesce(max(size.chunks), 0) AS chunks, coalesce(max(size.tokens), 0) AS tokens,
        (SELECT count(*) FROM knowledge_entity entity WHERE entity.dataset_id = seen.dataset_id) AS entities,
        (SELECT count(*) FROM knowledge_fact fact WHERE fact.dataset_id = seen.dataset_id) AS relations
      FROM knowledge_size size WHERE size.dataset_id = seen.dataset_id
    ) derived WHERE seen.hidden = 0
    UNION ALL
    SELECT seen.dataset_id, seen.documents, seen.bytes, derived.* FROM seen CROSS JOIN LATERAL (
      WITH readable AS MATERIALIZED (
        SELECT chunk.id, chunk.tokens FROM knowledge_chunk chunk
          JOIN knowledge_document document ON document.id = chunk.document_pk
        WHERE chunk.dataset_id = seen.dataset_id AND ${readableDocument(caller)}
      )
      SELECT (SELECT count(*) FROM readable), (SELECT coalesce(sum(tokens), 0)::bigint FROM readable),
        (SELECT count(DISTINCT mention.entity_id) FROM knowledge_mention mention
          JOIN readable ON readable.id = mention.chunk_id),
        (SELECT count(DISTINCT evidence.fact_id) FROM knowledge_evidence evidence
          JOIN readable ON readable.id = evidence.chunk_id)
    ) derived WHERE seen.hidden > 0`;
  return new Map(
    rows.map(({ dataset_id, documents, chunks, tokens, entities, relations, bytes }) => [
      dataset_id,
      {
        documents: Number(documents),
        chunks: Number(chunks),
        tokens: Number(tokens),
        entities: Number(entities),
        relations: Number(relations),
        bytes: Number(bytes),
      },
    ]),
  );
}
