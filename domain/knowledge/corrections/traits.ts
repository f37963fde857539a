/** What matching documents say of names that tells their bearers apart. */
import type { TraitKind } from '../../../engines/knowledge/entities/traits.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { Prisma } from '../../../platform/database/generated/client.ts';

export interface DocumentTrait {
  /** Normal form. */
  readonly name: string;
  readonly kind: TraitKind;
  readonly value: string;
  /** Row of the document, and its identifier. */
  readonly document: string;
  readonly documentId: string;
  readonly chunk: string;
  /** UTF-16 code units of the chunk's text, end exclusive; `null`: its title says it. */
  readonly start: number | null;
  readonly end: number | null;
}

/** Names that are read, and their traits. */
const MOST_NAMES = 10_000;
const MOST_TRAITS = 200_000;

/** The traits of the names that several documents tell different things of, by name. */
export async function differingTraits(
  { db }: Database,
  datasetId: string,
  matching: Prisma.Sql,
): Promise<ReadonlyMap<string, DocumentTrait[]>> {
  const rows = await db.$queryRaw<DocumentTrait[]>`
    WITH told AS MATERIALIZED (
      SELECT trait.*, document.id AS document_pk, document.document_id FROM knowledge_document document
      JOIN knowledge_chunk chunk ON chunk.document_pk = document.id JOIN knowledge_trait trait ON trait.chunk_id = chunk.id
      WHERE document.dataset_id = ${datasetId} AND ${matching}
    ), differing AS (
      SELECT name FROM told GROUP BY name HAVING count(DISTINCT document_pk) > 1 AND count(DISTINCT (kind, value)) > 1
      ORDER BY name LIMIT ${MOST_NAMES})
    SELECT told.name, told.kind, told.value, told.document_pk::text AS document, told.document_id AS "documentId",
      told.chunk_id::text AS chunk, told.start, told."end"
    FROM told JOIN differing USING (name) ORDER BY told.name, told.chunk_id, told.kind, told.value LIMIT ${MOST_TRAITS}`;
  return Map.groupBy(rows, ({ name }) => name);
}

/** The traits of these names, by name. */
export async function traitsOf(
  { db }: Database,
  datasetId: string,
  matching: Prisma.Sql,
  names: readonly string[],
): Promise<ReadonlyMap<string, Pick<DocumentTrait, 'name' | 'kind' | 'value'>[]>> {
  const rows = await db.$queryRaw<Pick<DocumentTrait, 'name' | 'kind' | 'value'>[]>`
    SELECT DISTINCT trait.name, trait.kind, trait.value FROM knowledge_trait trait
    JOIN knowledge_chunk chunk ON chunk.id = trait.chunk_id JOIN knowledge_document document ON document.id = chunk.document_pk
    WHERE trait.name = ANY(${[...names]}::text[]) AND document.dataset_id = ${datasetId} AND ${matching}
    ORDER BY trait.name, trait.kind, trait.value LIMIT ${MOST_TRAITS}`;
  return Map.groupBy(rows, ({ name }) => name);
}

/** How matching documents mention a name. */
export interface NameInDocument {
  readonly name: string;
  readonly document: string;
  readonly label: string;
  readonly type: string | null;
  readonly chunks: number;
  /** Entities that are mentioned beside it. */
  readonly neighbours: readonly string[];
}

/** These names in the documents that mention them, by name. */
export async function mentionsByDocument(
  { db }: Database,
  datasetId: string,
  matching: Prisma.Sql,
  names: readonly string[],
): Promise<ReadonlyMap<string, NameInDocument[]>> {
  const rows = await db.$queryRaw<NameInDocument[]>`
    SELECT entity.name, document.id::text AS document, min(mention.label) AS label, mode() WITHIN GROUP (ORDER BY mention.type) AS type,
      count(DISTINCT chunk.id)::int AS chunks,
      coalesce(array_agg(DISTINCT beside.entity_id::text) FILTER (WHERE beside.entity_id IS NOT NULL), '{}') AS neighbours
    FROM knowledge_entity entity JOIN knowledge_mention mention ON mention.entity_id = entity.id
    JOIN knowledge_chunk chunk ON chunk.id = mention.chunk_id JOIN knowledge_document document ON document.id = chunk.document_pk
    LEFT JOIN knowledge_mention beside ON beside.chunk_id = chunk.id AND beside.entity_id <> entity.id
    WHERE entity.dataset_id = ${datasetId} AND entity.name = ANY(${[...names]}::text[]) AND ${matching}
    GROUP BY entity.name, document.id ORDER BY entity.name, document.id`;
  return Map.groupBy(rows, ({ name }) => name);
}
