/** The nodes of a graph, as far as a caller may read it: entities that readable chunks mention, each under all of its names. */
import type { Database } from '../../../platform/database/client.ts';
import type { Prisma } from '../../../platform/database/generated/client.ts';
import { aliasRelation, namesOf } from './aliases.ts';
import type { AliasEvidence, Aliases, ShownAlias } from './aliases.ts';

export interface GraphNode {
  readonly id: string;
  readonly name: string;
  /** As a readable chunk writes it. */
  readonly label: string;
  /** What kind of thing most readable chunks say it is; `null` when none does. */
  readonly type: string | null;
  /** Readable chunks that mention it, by any of its names. */
  readonly chunks: number;
  readonly aliases: readonly NodeAlias[];
}

export interface NodeAlias extends AliasEvidence {
  /** Normal form. */
  readonly name: string;
  readonly rule: ShownAlias['rule'];
  /** Whether the name is merged in all documents, or in those alone that show the alias. */
  readonly isEverywhere: boolean;
}

/** Aliases that are shown of one node. */
const MOST_ALIASES = 20;

/** The entities of at most this many matching documents are read from the documents; if there are more, some of them mention an entity soon, in whatever order entities are read. */
const FEW_DOCUMENTS = 100;

/** At most `take` entities that matching documents (filter.ts) mention, after a name, in the order of names: that of identifiers would show when others first mentioned them. */
export async function graphEntities(
  { db }: Database,
  datasetId: string,
  matching: Prisma.Sql,
  after: string,
  take: number,
): Promise<{ readonly id: string; readonly name: string }[]> {
  const documents = await db.$queryRaw<{ id: bigint }[]>`
    SELECT document.id FROM knowledge_document document WHERE document.dataset_id = ${datasetId} AND ${matching}
    LIMIT ${FEW_DOCUMENTS + 1}`;
  if (documents.length <= FEW_DOCUMENTS) {
    // Without OFFSET, the planner may look for these documents at every entity.
    return db.$queryRaw<{ id: string; name: string }[]>`
      SELECT entity.id::text, entity.name FROM knowledge_entity entity WHERE entity.name > ${after} AND entity.id IN (
        SELECT mention.entity_id FROM knowledge_chunk chunk JOIN knowledge_mention mention ON mention.chunk_id = chunk.id
        WHERE chunk.document_pk = ANY(${documents.map(({ id }) => id)}::bigint[]) OFFSET 0)
      ORDER BY entity.name LIMIT ${take}`;
  }
  return db.$queryRaw<{ id: string; name: string }[]>`
    SELECT entity.id::text, entity.name FROM knowledge_entity entity
    WHERE entity.dataset_id = ${datasetId} AND entity.name > ${after} AND EXISTS (
      SELECT FROM knowledge_mention mention JOIN knowledge_chunk chunk ON chunk.id = mention.chunk_id
      JOIN knowledge_document document ON document.id = chunk.document_pk
      WHERE mention.entity_id = entity.id AND ${matching})
    ORDER BY entity.name LIMIT ${take}`;
}

/** These entities as nodes, in the order of names; those that stand for others wherever they are mentioned are left out. */
export async function graphNodes(
  { db }: Database,
  matching: Prisma.Sql,
  entities: readonly string[],
  aliases: Aliases,
): Promise<GraphNode[]> {
  const nodes = await db.$queryRaw<Omit<GraphNode, 'aliases'>[]>`
    SELECT entity.id::text, entity.name, seen.type, seen.chunks, coalesce(seen.own_label, seen.label) AS label
    FROM (
      SELECT coalesce(stands.main_id, mention.entity_id) AS node_id, min(mention.label) AS label,
        min(mention.label) FILTER (WHERE stands.main_id IS NULL) AS own_label,
        mode() WITHIN GROUP (ORDER BY mention.type) AS type, count(DISTINCT chunk.id)::int AS chunks
      FROM knowledge_mention mention
      JOIN knowledge_chunk chunk ON chunk.id = mention.chunk_id
      JOIN knowledge_document document ON document.id = chunk.document_pk
      LEFT JOIN ${aliasRelation(aliases)} AS stands(entity_id, document_pk, main_id)
        ON stands.entity_id = mention.entity_id AND coalesce(stands.document_pk, document.id) = document.id
      WHERE mention.entity_id = ANY(${namesOf(aliases, entities)}::bigint[]) AND ${matching}
      GROUP BY 1) seen
    JOIN knowledge_entity entity ON entity.id = seen.node_id
    WHERE entity.id = ANY(${[...entities]}::bigint[]) ORDER BY entity.name`;
  const names = aliasesByNode(aliases);
  return nodes.map((node) => ({ ...node, aliases: (names.get(node.id) ?? []).slice(0, MOST_ALIASES) }));
}

/** By node, the names that stand for it, each with the first place that shows it. */
function aliasesByNode({ shown, everywhere, within }: Aliases): ReadonlyMap<string, NodeAlias[]> {
  const byNode = new Map<string, NodeAlias[]>();
  for (const { alias, name, rule, documents, evidence } of shown) {
    const main = everywhere.get(alias);
    const here = documents.flatMap((document) => within.get(alias)?.get(document) ?? []);
    for (const node of new Set(main === undefined ? here : [main])) {
      const ofNode = byNode.get(node) ?? [];
      ofNode.push({ name, rule, isEverywhere: main !== undefined, ...evidence });
      byNode.set(node, ofNode);
    }
  }
  return byNode;
}
