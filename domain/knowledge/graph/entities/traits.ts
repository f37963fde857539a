/** What matching documents say of names that tells their senses apart. */
import { MOST_TRAITS } from '../../../../engines/knowledge/entities/index.ts';
import type { TraitKind } from '../../../../engines/knowledge/entities/options.ts';
import type { Database } from '../../../../platform/database/client.ts';
import type { Prisma } from '../../../../platform/database/generated/client.ts';
import { MOST_COMPANY, MOST_READ } from './neighbours.ts';

export interface DocumentTrait {
  /** Normal form. */
  readonly name: string;
  readonly kind: TraitKind;
  readonly value: string;
  readonly documentPk: string;
  readonly documentId: string;
  readonly chunk: string;
  /** UTF-16 code units of the chunk's text, end exclusive; `null`: its title says it. */
  readonly start: number | null;
  readonly end: number | null;
}

/** Of a name in a document, or of a name: one more says that there are too many. */
const MOST_DIFFERENT = MOST_TRAITS + 1;

/**
 * The traits of the names that several documents tell different things of, by name: of at most as many names, those
 * that most documents tell something of.
 */
export async function differingTraits(
  { db }: Database,
  datasetId: string,
  matching: Prisma.Sql,
  most: number,
): Promise<ReadonlyMap<string, DocumentTrait[]>> {
  const rows = await db.$queryRaw<DocumentTrait[]>`
    WITH told AS MATERIALIZED (
      SELECT trait.*, document.id AS document_pk, document.document_id,
        dense_rank() OVER (PARTITION BY trait.name, document.id ORDER BY trait.kind, trait.value) AS ordinal
      FROM knowledge_document document
      JOIN knowledge_chunk chunk ON chunk.document_pk = document.id
        JOIN knowledge_trait trait ON trait.chunk_id = chunk.id
      WHERE document.dataset_id = ${datasetId} AND ${matching}
    ), differing AS (
      SELECT name FROM told GROUP BY name HAVING count(DISTINCT document_pk) > 1 AND count(DISTINCT (kind, value)) > 1
      ORDER BY count(DISTINCT document_pk) DESC, name LIMIT ${most})
    SELECT told.name, told.kind, told.value, told.document_pk::text AS "documentPk", told.document_id AS "documentId",
      told.chunk_id::text AS chunk, told.start, told."end"
    FROM told JOIN differing USING (name) WHERE told.ordinal <= ${MOST_DIFFERENT}
    ORDER BY told.name, told.chunk_id, told.kind, told.value LIMIT ${most * MOST_DIFFERENT}`;
  return Map.groupBy(rows, ({ name }) => name);
}

/** The traits of these names, by name: one more than {@link MOST_TRAITS} of those that have more. */
export async function traitsOf(
  { db }: Database,
  datasetId: string,
  matching: Prisma.Sql,
  names: readonly string[],
): Promise<ReadonlyMap<string, Pick<DocumentTrait, 'name' | 'kind' | 'value'>[]>> {
  const rows = await db.$queryRaw<Pick<DocumentTrait, 'name' | 'kind' | 'value'>[]>`
    SELECT DISTINCT name, kind, value FROM (
      SELECT trait.name, trait.kind, trait.value, dense_rank() OVER (PARTITION BY trait.name
        ORDER BY trait.kind, trait.value) AS ordinal
      FROM knowledge_trait trait
      JOIN knowledge_chunk chunk ON chunk.id = trait.chunk_id
        JOIN knowledge_document document ON document.id = chunk.document_pk
      WHERE trait.name = ANY(${[...names]}::text[]) AND document.dataset_id = ${datasetId} AND ${matching}) told
    WHERE ordinal <= ${MOST_DIFFERENT} ORDER BY name, kind, value`;
  return Map.groupBy(rows, ({ name }) => name);
}

/** How a document that tells something of a name mentions it. */
export interface NameInDocument {
  readonly name: string;
  readonly documentPk: string;
  readonly label: string;
  readonly type: string | null;
  readonly chunks: number;
  /** Entities that another such document mentions beside a name as well, and not beside many names. */
  readonly neighbours: readonly string[];
}

/** Chunks of a document whose names are read: the first ones that mention the name. */
const MOST_CHUNKS = 5;
/** Names that are read beside one name in a chunk. */
const MOST_BESIDE = 100;

/** How the documents mention the names of which they tell something, by name. */
export async function mentionsOf(
  { db }: Database,
  datasetId: string,
  places: readonly { readonly name: string; readonly documentPk: string }[],
): Promise<ReadonlyMap<string, NameInDocument[]>> {
  const take = Math.min(MOST_BESIDE, Math.ceil(MOST_READ / (places.length * MOST_CHUNKS)));
  const rows = await db.$queryRaw<NameInDocument[]>`
    WITH mentioned AS MATERIALIZED (
      SELECT entity.id AS entity_id, entity.name, mention.label, mention.type, chunk.id AS chunk_id, chunk.document_pk
      FROM knowledge_entity entity JOIN knowledge_mention mention ON mention.entity_id = entity.id
      JOIN knowledge_chunk chunk ON chunk.id = mention.chunk_id
      WHERE entity.dataset_id = ${datasetId}
        AND entity.name = ANY(${[...new Set(places.map(({ name }) => name))]}::text[])
    ), seen AS MATERIALIZED (
      SELECT mentioned.*, row_number() OVER (PARTITION BY entity_id, document_pk ORDER BY chunk_id) AS ordinal
        FROM mentioned
      JOIN unnest(${places.map(({ name }) => name)}::text[], ${places.map(({ documentPk }) => documentPk)}::bigint[])
        AS place(name, document_pk)
        USING (name, document_pk)
    ), beside AS MATERIALIZED (
      SELECT DISTINCT seen.name, seen.document_pk, named.entity_id FROM seen CROSS JOIN LATERAL (
        SELECT mention.entity_id FROM knowledge_mention mention
        WHERE mention.chunk_id = seen.chunk_id AND mention.entity_id <> seen.entity_id
        ORDER BY mention.entity_id LIMIT ${take}) named
      WHERE seen.ordinal <= ${MOST_CHUNKS}
    ), telling AS (
      SELECT entity_id FROM beside GROUP BY entity_id HAVING count(*) > 1 AND count(DISTINCT name) <= ${MOST_COMPANY}
    ), shared AS (
      SELECT name, document_pk, array_agg(entity_id::text) AS neighbours FROM beside JOIN telling USING (entity_id)
        GROUP BY 1, 2
    )
    SELECT name, document_pk::text AS "documentPk", min(label) AS label, mode() WITHIN GROUP (ORDER BY type) AS type,
      count(DISTINCT chunk_id)::int AS chunks, coalesce(min(neighbours), '{}') AS neighbours
    FROM seen LEFT JOIN shared USING (name, document_pk) GROUP BY name, document_pk ORDER BY name, document_pk`;
  return Map.groupBy(rows, ({ name }) => name);
}
