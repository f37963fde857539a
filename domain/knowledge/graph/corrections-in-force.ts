/**
 * The corrections about names that count for those who may read certain documents. One of consolidation counts if they
 * may read every chunk that it rests on, and only names that they may read anyway are shown.
 */
import type { NameCorrection } from '../../../engines/knowledge/aliases/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import { isMentioned } from '../documents/mentions.ts';

/** On `knowledge_correction correction`: it is a person's, or rests on matching documents alone. */
export function isInForce(matching: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(correction.source = 'person' OR NOT EXISTS (
    SELECT FROM knowledge_correction_chunk support JOIN knowledge_chunk chunk ON chunk.id = support.chunk_id
    JOIN knowledge_document document ON document.id = chunk.document_pk
    WHERE support.correction_id = correction.id AND (${matching}) IS NOT TRUE))`;
}

/** On `knowledge_correction correction`: it has the name of one of these entities. */
function isAbout(entities: readonly string[]): Prisma.Sql {
  return Prisma.sql`correction.names && ARRAY(
    SELECT entity.name FROM knowledge_entity entity WHERE entity.id = ANY(${[...entities]}::bigint[]))`;
}

/**
 * The merges and separations of these entities, in the order in which they count: those of persons last. What
 * consolidation is not to decide again ({@link separationsOf}) says nothing of what documents show.
 */
export function nameCorrections(
  { db }: Database,
  datasetId: string,
  matching: Prisma.Sql,
  entities: readonly string[],
): Promise<NameCorrection[]> {
  return db.$queryRaw<NameCorrection[]>`
    SELECT correction.id::text, correction.kind, known.entities FROM knowledge_correction correction CROSS
      JOIN LATERAL (
      SELECT array_agg(entity.id::text ORDER BY named.at) AS entities
      FROM unnest(correction.names) WITH ORDINALITY named(name, at)
      JOIN knowledge_entity entity ON entity.dataset_id = correction.dataset_id AND entity.name = named.name
      WHERE ${isMentioned(Prisma.sql`entity.id`, matching)}) known
    WHERE correction.dataset_id = ${datasetId} AND correction.kind IN ('merge', 'separate')
      AND cardinality(known.entities) > 1
      AND NOT correction.undoes AND ${isAbout(entities)} AND ${isInForce(matching)}
    ORDER BY correction.source = 'person', correction.id`;
}

/** By name, the corrections that keep it apart from others, with those that bind consolidation alone. */
export async function separationsOf(
  { db }: Database,
  datasetId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await db.$queryRaw<{ name: string; ids: string[] }[]>`
    SELECT named.name, array_agg(correction.id::text) AS ids
    FROM knowledge_correction correction CROSS JOIN LATERAL unnest(correction.names) AS named(name)
    WHERE correction.dataset_id = ${datasetId} AND correction.kind = 'separate'
      AND named.name = ANY(${[...names]}::text[])
    GROUP BY named.name`;
  return new Map(rows.map(({ name, ids }) => [name, new Set(ids)]));
}

/** That a name means another entity in a document than it does by default. */
export interface Sense {
  readonly entity: string;
  readonly documentPk: string;
  /** Which of the entities of the name, from 2. */
  readonly sense: number;
}

/**
 * Which of several entities the names of these are, by document. They are numbered among those that matching documents
 * mention, so that a number does not tell of others.
 */
export async function sensesOf(
  { db }: Database,
  datasetId: string,
  matching: Prisma.Sql,
  entities: readonly string[],
): Promise<Sense[]> {
  const named = Prisma.sql`jsonb_array_elements_text(sense.documents) named(document_id)
    JOIN knowledge_document document
      ON document.dataset_id = ${datasetId} AND document.document_id = named.document_id AND ${matching}`;
  // One split of a name counts, and its documents are gone through once: both may be many.
  const rows = await db.$queryRaw<(Sense & { readonly hasRest: boolean })[]>`
    WITH split AS MATERIALIZED (
      SELECT entity.id, last.senses, EXISTS (
        SELECT document.document_id FROM knowledge_mention mention
          JOIN knowledge_chunk chunk ON chunk.id = mention.chunk_id
        JOIN knowledge_document document ON document.id = chunk.document_pk
        WHERE mention.entity_id = entity.id AND ${matching}
        EXCEPT
        SELECT jsonb_array_elements_text(sense.documents)
          FROM jsonb_array_elements(last.senses) sense(documents)) AS "hasRest"
      FROM knowledge_entity entity CROSS JOIN LATERAL (
        SELECT correction.senses FROM knowledge_correction correction
        WHERE correction.dataset_id = ${datasetId} AND correction.kind = 'split'
          AND correction.names @> ARRAY[entity.name]
          AND ${isInForce(matching)}
          AND EXISTS (SELECT FROM jsonb_array_elements(correction.senses) sense(documents) CROSS JOIN ${named})
        ORDER BY correction.source = 'person' DESC, correction.id DESC LIMIT 1) last
      WHERE entity.id = ANY(${[...entities]}::bigint[]))
    SELECT split.id::text AS entity, document.id::text AS "documentPk", sense.at::int AS sense, split."hasRest"
    FROM split CROSS JOIN jsonb_array_elements(split.senses) WITH ORDINALITY sense(documents, at) CROSS JOIN ${named}
    ORDER BY split.id, sense.at`;
  return [...Map.groupBy(rows, ({ entity }) => entity).values()].flatMap((ofEntity) => {
    const order = [...new Set(ofEntity.map(({ sense }) => sense))];
    const first = ofEntity[0]?.hasRest === true ? 2 : 1;
    return ofEntity.flatMap(({ entity, documentPk, sense }) => {
      const number = order.indexOf(sense) + first;
      return number === 1 ? [] : [{ entity, documentPk, sense: number }];
    });
  });
}
