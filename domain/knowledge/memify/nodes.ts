/** Which part of a dataset a Memify job works on. */
import { normalName } from '../../../engines/knowledge/names/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import type { Accessor } from '../../access/policy.ts';
import { isMentioned } from '../documents/mentions.ts';
import { readableDocument } from '../datasets/access.ts';

export const NODE_TYPES = ['document', 'entity'] as const;
export type NodeType = (typeof NODE_TYPES)[number];

/** Rows of documents or of entities. */
export interface NodeSelection {
  readonly type: NodeType;
  readonly ids: readonly string[];
}

/** A node by one of the names that were asked for. */
export interface NamedNode {
  readonly id: string;
  /** Index of the name. */
  readonly at: number;
}

/**
 * The nodes with one of these names that the caller may read, at most `most`. A document is named by its identifier,
 * label or title; an entity in any spelling.
 */
export function findNodes(
  { db }: Database,
  caller: Accessor,
  datasetId: string,
  { type, names, most }: { readonly type: NodeType; readonly names: readonly string[]; readonly most: number },
): Promise<NamedNode[]> {
  const asked = type === 'entity' ? names.map(normalName) : [...names];
  const named = Prisma.sql`unnest(${asked}::text[]) WITH ORDINALITY AS named(name, at)`;
  if (type === 'document') {
    return db.$queryRaw<NamedNode[]>`
      SELECT document.id::text, named.at::int - 1 AS at FROM ${named} JOIN knowledge_document document
        ON named.name IN (document.document_id, document.label, document.title)
      WHERE document.dataset_id = ${datasetId} AND ${readableDocument(caller)} LIMIT ${most}`;
  }
  return db.$queryRaw<NamedNode[]>`
    SELECT entity.id::text, named.at::int - 1 AS at FROM ${named} JOIN knowledge_entity entity
      ON entity.dataset_id = ${datasetId} AND entity.name = named.name
    WHERE ${isMentioned(Prisma.sql`entity.id`, readableDocument(caller))} LIMIT ${most}`;
}

/** On `knowledge_fact fact`: it is about one of the entities, or one of the documents states it. */
export function selectedFact(nodes: NodeSelection | null): Prisma.Sql {
  if (nodes === null) return Prisma.sql`true`;
  const ids = Prisma.sql`${[...nodes.ids]}::bigint[]`;
  if (nodes.type === 'entity') return Prisma.sql`(fact.subject_id = ANY(${ids}) OR fact.object_id = ANY(${ids}))`;
  return Prisma.sql`EXISTS (
    SELECT FROM knowledge_evidence evidence JOIN knowledge_chunk chunk ON chunk.id = evidence.chunk_id
    WHERE evidence.fact_id = fact.id AND chunk.document_pk = ANY(${ids}))`;
}

/** On `knowledge_chunk chunk`: it mentions one of the entities, or is part of one of the documents. */
export function selectedChunk(nodes: NodeSelection | null): Prisma.Sql {
  if (nodes === null) return Prisma.sql`true`;
  const ids = Prisma.sql`${[...nodes.ids]}::bigint[]`;
  if (nodes.type === 'document') return Prisma.sql`chunk.document_pk = ANY(${ids})`;
  return Prisma.sql`EXISTS (
    SELECT FROM knowledge_mention mention WHERE mention.chunk_id = chunk.id AND mention.entity_id = ANY(${ids}))`;
}
