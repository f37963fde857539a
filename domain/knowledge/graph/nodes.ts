/**
 * The nodes of a graph, as far as a caller may read it: entities that readable chunks mention, each under all of its
 * names.
 */
import type { Database } from '../../../platform/database/client.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import { isMentioned } from '../documents/mentions.ts';
import type { Aliases } from './aliases.ts';
import type { AliasEvidence, ShownAlias } from './shown-aliases.ts';
import { joinStanding, namesOf, nodeId, nodeOf, senseByPlace, standingOf, standingRelations } from './mention-nodes.ts';

export interface GraphNode {
  /** Of its entity; of a further entity of the same name, with its number behind a point. */
  readonly id: string;
  readonly name: string;
  /** As a readable chunk writes it. */
  readonly label: string;
  /** What kind of thing most readable chunks say it is; `null` when none does. */
  readonly type: string | null;
  /** Which of several entities of this name it is, from 2 for the second; `null` for the first, or the only one. */
  readonly sense: number | null;
  /** Readable chunks that mention it, by any of its names. */
  readonly chunks: number;
  readonly aliases: readonly NodeAlias[];
}

export interface NodeAlias extends AliasEvidence {
  /** Normal form. */
  readonly name: string;
  readonly rule: ShownAlias['rule'] | 'correction';
  /** The correction, of the rule `correction`. */
  readonly correction?: string;
  /** Whether the name is merged in all documents, or in those alone that show the alias. */
  readonly isEverywhere: boolean;
}

/** Aliases that are shown of one node. */
const MOST_ALIASES = 20;

/**
 * The entities of at most this many matching documents are read from the documents; if there are more, some of them
 * mention an entity soon, in whatever order entities are read.
 */
const FEW_DOCUMENTS = 100;

/**
 * At most `take` entities that matching documents (documents/filter.ts) mention, after a name, in the order of names:
 * that of identifiers would show when others first mentioned them.
 */
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
        SELECT mention.entity_id FROM knowledge_chunk chunk
          JOIN knowledge_mention mention ON mention.chunk_id = chunk.id
        WHERE chunk.document_pk = ANY(${documents.map(({ id }) => id)}::bigint[]) OFFSET 0)
      ORDER BY entity.name LIMIT ${take}`;
  }
  return db.$queryRaw<{ id: string; name: string }[]>`
    SELECT entity.id::text, entity.name FROM knowledge_entity entity
    WHERE entity.dataset_id = ${datasetId} AND entity.name > ${after}
      AND ${isMentioned(Prisma.sql`entity.id`, matching)}
    ORDER BY entity.name LIMIT ${take}`;
}

/**
 * These entities as nodes, in the order of names; those that stand for others wherever they are mentioned are left out.
 */
export async function graphNodes(
  { db }: Database,
  matching: Prisma.Sql,
  entities: readonly string[],
  aliases: Aliases,
): Promise<GraphNode[]> {
  const mentioned = Prisma.sql`mention.entity_id`;
  const { main, sense } = standingOf('mention', mentioned);
  const nodes = await db.$queryRaw<Omit<GraphNode, 'aliases'>[]>`
    WITH ${standingRelations(aliases)}
    SELECT ${nodeId(Prisma.sql`entity.id`, Prisma.sql`seen.sense`)} AS id, entity.name, seen.type, nullif(seen.sense,
      0) AS sense,
      seen.chunks, coalesce(seen.own_label, seen.label) AS label
    FROM (
      SELECT ${main} AS node_id, ${sense} AS sense, min(mention.label) AS label,
        min(mention.label) FILTER (WHERE ${main} = mention.entity_id) AS own_label,
        mode() WITHIN GROUP (ORDER BY mention.type) AS type, count(DISTINCT chunk.id)::int AS chunks
      FROM knowledge_mention mention
      JOIN knowledge_chunk chunk ON chunk.id = mention.chunk_id
      JOIN knowledge_document document ON document.id = chunk.document_pk
      ${joinStanding('mention', mentioned)}
      WHERE mention.entity_id = ANY(${namesOf(aliases, entities)}::bigint[]) AND ${matching}
      GROUP BY 1, 2) seen
    JOIN knowledge_entity entity ON entity.id = seen.node_id
    WHERE entity.id = ANY(${[...entities]}::bigint[]) ORDER BY entity.name, seen.sense`;
  const names = aliasesByNode(aliases);
  return nodes.map((node) => ({ ...node, aliases: (names.get(node.id) ?? []).slice(0, MOST_ALIASES) }));
}

/**
 * By node, the names that stand for it, each once with the first place that shows it: those of texts, then those of
 * corrections.
 */
function aliasesByNode({ shown, corrected, everywhere, within, senses }: Aliases): ReadonlyMap<string, NodeAlias[]> {
  const byNode = new Map<string, Map<string, NodeAlias>>();
  const add = (node: string, alias: NodeAlias): void => {
    const ofNode = byNode.get(node) ?? new Map<string, NodeAlias>();
    const key = `${alias.name} ${alias.rule}`;
    if (!ofNode.has(key)) ofNode.set(key, alias);
    byNode.set(node, ofNode);
  };
  // What stands for a name stands for the first of its entities, except in the documents of the others.
  const senseIn = senseByPlace(senses);
  for (const { alias, name, main, rule, documents, evidence } of shown) {
    const one = everywhere.get(alias);
    const isOne = one !== undefined && (everywhere.get(main) ?? main) === one;
    const here = documents.flatMap((document) => within.get(alias)?.get(document) ?? []);
    for (const entity of new Set(isOne ? [one, ...here] : here)) {
      const nodes = Map.groupBy(documents, (document) => nodeOf({ main: entity, sense: senseIn(entity, document) }));
      for (const [node, ofNode] of nodes) {
        const isEverywhere = isOne && entity === one;
        if (isEverywhere || ofNode.some((document) => within.get(alias)?.get(document) === entity)) {
          add(node, { name, rule, isEverywhere, ...evidence });
        }
      }
    }
  }
  for (const { alias, name, correction, evidence } of corrected) {
    const node = everywhere.get(alias);
    if (node !== undefined) add(node, { name, rule: 'correction', correction, isEverywhere: true, ...evidence });
  }
  return new Map(Array.from(byNode, ([node, aliases]) => [node, [...aliases.values()]]));
}
