/** The entities of a layer and how its documents connect them, with the communities that an earlier run found. */
import type { Edge, FormerCommunity, Known } from '../../../../engines/knowledge/communities/index.ts';
import type { Database } from '../../../../platform/database/client.ts';
import { Prisma } from '../../../../platform/database/generated/client.ts';
import { communityOfLayer, documentOfLayer, layersVersion, outsiderOfLayer } from '../../datasets/layers.ts';
import type { Layer } from '../../datasets/layers.ts';
import { isMentioned } from '../../documents/mentions.ts';

export interface LayerGraph {
  /** Of the layers of the dataset: `commitCommunities` refuses what was found in another one. */
  readonly version: bigint | null;
  /** Rows of the entities, in the order of their names. The nodes of edges and communities are positions in it. */
  readonly entities: readonly string[];
  readonly edges: readonly Edge[];
  readonly known: Known;
}

/**
 * Entities of a chunk that are connected to each other, its title first: those of long lists have little to do with
 * each other. Set by judgement: no sample fixed it.
 */
const CONNECTED = 12;
/**
 * Pieces of evidence of one fact that count: what many documents repeat does not outweigh all else. Set by judgement.
 */
const COUNTED_EVIDENCE = 5;

/**
 * Reads a layer. An entity of a chunk shares a weight of 1 among the others there; each piece of evidence of a fact has
 * a weight of 1.
 */
export async function readLayerGraph(database: Database, layer: Layer): Promise<LayerGraph> {
  // First: documents that leave the layer from now on are noticed.
  const version = await layersVersion(database.db, layer.datasetId);
  const entities = await entitiesOf(database, layer);
  const nodes = new Map(entities.map((entity, node) => [entity, node]));
  const [edges, known] = await Promise.all([edgesOf(database, layer, nodes), knownOf(database, layer, nodes)]);
  return { version, entities, edges, known };
}

async function entitiesOf({ db }: Database, layer: Layer): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT entity.id::text FROM knowledge_entity entity
    WHERE entity.dataset_id = ${layer.datasetId} AND ${isMentioned(Prisma.sql`entity.id`, documentOfLayer(layer))}
    ORDER BY entity.name COLLATE "C"`;
  return rows.map(({ id }) => id);
}

async function edgesOf({ db }: Database, layer: Layer, nodes: ReadonlyMap<string, number>): Promise<Edge[]> {
  const rows = await db.$queryRaw<{ one: string; other: string; weight: number }[]>`
    WITH mentioned AS MATERIALIZED (
      SELECT chunk_id, entity_id, least(count, ${CONNECTED}) AS count FROM (
        SELECT mention.chunk_id, mention.entity_id, count(*) OVER (PARTITION BY mention.chunk_id) AS count,
          row_number() OVER (PARTITION BY mention.chunk_id
            ORDER BY mention.role DESC, mention.spans[1], mention.label COLLATE "C") AS place
        FROM knowledge_mention mention JOIN knowledge_chunk chunk ON chunk.id = mention.chunk_id
        JOIN knowledge_document document ON document.id = chunk.document_pk WHERE ${documentOfLayer(layer)}) ranked
      WHERE place <= ${CONNECTED})
    SELECT one::text, other::text, sum(weight ORDER BY weight)::float8 AS weight FROM (
      SELECT one.entity_id AS one, other.entity_id AS other, 1.0 / (one.count - 1) AS weight
      FROM mentioned one JOIN mentioned other ON other.chunk_id = one.chunk_id AND one.entity_id < other.entity_id
      UNION ALL
      SELECT least(fact.subject_id, fact.object_id), greatest(fact.subject_id, fact.object_id),
        least(count(*), ${COUNTED_EVIDENCE})
      FROM knowledge_fact fact JOIN knowledge_evidence evidence ON evidence.fact_id = fact.id
      JOIN knowledge_chunk chunk ON chunk.id = evidence.chunk_id
      JOIN knowledge_document document ON document.id = chunk.document_pk
      WHERE fact.dataset_id = ${layer.datasetId} AND ${documentOfLayer(layer)} GROUP BY fact.id) connected
    GROUP BY one, other`;
  return rows.flatMap(({ one, other, weight }): Edge[] => {
    const [from, to] = [nodes.get(one), nodes.get(other)];
    return from === undefined || to === undefined ? [] : [[from, to, weight]];
  });
}

async function knownOf({ db }: Database, layer: Layer, nodes: ReadonlyMap<string, number>): Promise<Known> {
  const rows = await db.$queryRaw<{ id: string; parent: string | null; entities: string[]; edges: string[] }[]>`
    SELECT community.id::text, community.parent_id::text AS parent,
      coalesce(array_agg(member.entity_id::text) FILTER (WHERE member.entity_id IS NOT NULL), '{}') AS entities,
      coalesce(array_agg(member.edges) FILTER (WHERE member.entity_id IS NOT NULL), '{}') AS edges
    FROM knowledge_community community LEFT JOIN knowledge_community_member member ON member.community_id = community.id
    WHERE ${communityOfLayer(layer)} GROUP BY community.id ORDER BY community.id`;
  const outsiders = await db.$queryRaw<{ entity: string; edges: string }[]>`
    SELECT outsider.entity_id::text AS entity, outsider.edges FROM knowledge_community_outsider outsider
    WHERE ${outsiderOfLayer(layer)}`;
  const members = rows.flatMap((row) => row.entities.map((entity, at) => ({ entity, edges: row.edges[at] ?? '' })));
  const edges = new Map<number, string>();
  for (const known of [...outsiders, ...members]) {
    const node = nodes.get(known.entity);
    if (node !== undefined) edges.set(node, known.edges);
  }
  const ofParent = Map.groupBy(rows, ({ parent }) => parent);
  const partsOf = (parent: string | null): FormerCommunity[] =>
    (ofParent.get(parent) ?? []).map(({ id, entities }) => ({
      id,
      members: entities.flatMap((entity) => nodes.get(entity) ?? []).toSorted((a, b) => a - b),
      parts: partsOf(id),
    }));
  return { communities: partsOf(null), edges };
}
