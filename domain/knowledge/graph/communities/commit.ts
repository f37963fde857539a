/** Rows of communities. Those that have not changed keep theirs, with their summaries. */
import type { DividedCommunity, Division, Placed } from '../../../../engines/knowledge/communities/index.ts';
import type { Database, Statements } from '../../../../platform/database/client.ts';
import { Prisma } from '../../../../platform/database/generated/client.ts';
import { addCounts, isFirstCommit } from '../../../jobs/counts.ts';
import { lockInTurn } from '../../datasets/turns.ts';
import type { Turn } from '../../datasets/turns.ts';
import { communityOfLayer, layersVersion, outsiderOfLayer } from '../../datasets/layers.ts';
import type { Layer } from '../../datasets/layers.ts';
import type { LayerGraph } from './layer-graph.ts';
import type { MemifyCounts } from '../../memify/pipelines.ts';

interface DividedLayer {
  readonly layer: Layer;
  readonly graph: Pick<LayerGraph, 'version' | 'entities'>;
  readonly divided: Division;
}

interface CommunityRow {
  readonly community: DividedCommunity;
  readonly id: bigint;
  readonly parent: bigint | null;
  readonly level: number;
}

/**
 * Replaces the communities of a layer in one transaction, once for a step (`isFirstCommit`), and counts what has become
 * of them. Commits nothing and returns `false` when a document has left its layer since the graph was read: it may have
 * connected what is no longer to be connected.
 */
export async function commitCommunities(
  { db }: Database,
  turn: Turn,
  step: string,
  { layer, graph, divided }: DividedLayer,
): Promise<boolean> {
  return db.$transaction(async (statements) => {
    await lockInTurn(statements, turn);
    if ((await layersVersion(statements, layer.datasetId)) !== graph.version) return false;
    if (!(await isFirstCommit(statements, turn.jobId, step))) return true;
    const placed = await place(statements, divided.communities);
    const removed = await statements.$executeRaw`
      DELETE FROM knowledge_community community WHERE ${communityOfLayer(layer)}
        AND NOT community.id = ANY(${placed.map(({ id }) => id)}::bigint[])`;
    const redone = placed.filter(({ community }) => !community.isUnchanged);
    for (const level of new Set(redone.map((one) => one.level))) {
      await write(
        statements,
        layer,
        redone.filter((one) => one.level === level),
      );
    }
    await writeMembers(statements, graph.entities, redone);
    await writeOutsiders(statements, layer, graph.entities, divided.outside);
    const added = redone.filter(({ community }) => community.former === null).length;
    const counts: MemifyCounts = {
      communities_added: added,
      communities_changed: redone.length - added,
      communities_removed: removed,
    };
    await addCounts(statements, turn.jobId, counts);
    return true;
  });
}

/** All communities with their rows: those before, or new ones. */
async function place(statements: Statements, divided: readonly DividedCommunity[]): Promise<CommunityRow[]> {
  const flat: { community: DividedCommunity; parent: DividedCommunity | null; level: number }[] = [];
  const add = (communities: readonly DividedCommunity[], parent: DividedCommunity | null, level: number): void => {
    for (const community of communities) {
      flat.push({ community, parent, level });
      add(community.parts, community, level + 1);
    }
  };
  add(divided, null, 0);
  const fresh = await statements.$queryRaw<{ id: bigint }[]>`
    SELECT nextval('knowledge_community_id_seq') AS id
    FROM generate_series(1, ${flat.filter(({ community }) => community.former === null).length}::int)`;
  const free = fresh.values();
  const ids = new Map<DividedCommunity | null, bigint | null>([[null, null]]);
  return flat.map(({ community, parent, level }) => {
    const id = community.former === null ? free.next().value?.id : BigInt(community.former);
    const parentId = ids.get(parent);
    if (id === undefined || parentId === undefined)
      throw new Error('each new community has a row, and comes after its parent');
    ids.set(community, id);
    return { community, level, id, parent: parentId };
  });
}

async function write(
  statements: Statements,
  { datasetId, audienceId }: Layer,
  placed: readonly CommunityRow[],
): Promise<void> {
  const column = <T>(read: (one: CommunityRow) => T): T[] => placed.map(read);
  await statements.$executeRaw`
    INSERT INTO knowledge_community (id, dataset_id, audience_id, parent_id, level, weight, digest)
    SELECT made.id, ${datasetId}, ${audienceId}::bigint, made.parent, made.level, made.weight, made.digest
    FROM unnest(${column(({ id }) => id)}::bigint[], ${column(({ parent }) => parent)}::bigint[],
      ${column(({ level }) => level)}::int[], ${column(({ community }) => community.weight)}::float8[],
      ${column(({ community }) => community.digest)}::text[]) AS made(id, parent, level, weight, digest)
    ON CONFLICT (id) DO UPDATE SET parent_id = excluded.parent_id, weight = excluded.weight, digest = excluded.digest`;
}

/** An entity that was removed meanwhile is left out. */
async function writeMembers(
  statements: Statements,
  entities: readonly string[],
  placed: readonly CommunityRow[],
): Promise<void> {
  await statements.knowledgeCommunityMember.deleteMany({ where: { communityId: { in: placed.map(({ id }) => id) } } });
  const members = placed.flatMap(({ id, community }) =>
    community.members.map(({ node, edges }, rank) => ({ id, entity: entityAt(entities, node), rank, edges })),
  );
  await statements.$executeRaw`
    INSERT INTO knowledge_community_member (community_id, entity_id, rank, edges)
    SELECT made.community, entity.id, made.rank, made.edges
    FROM unnest(${members.map(({ id }) => id)}::bigint[], ${members.map(({ entity }) => entity)}::bigint[],
      ${members.map(({ rank }) => rank)}::int[], ${members.map(({ edges }) => edges)}::text[])
      AS made(community, entity, rank, edges)
    JOIN knowledge_entity entity ON entity.id = made.entity`;
}

/** Only what is another than before is written. An entity that was removed meanwhile is left out. */
async function writeOutsiders(
  statements: Statements,
  layer: Layer,
  entities: readonly string[],
  outside: readonly Placed[],
): Promise<void> {
  const now = Prisma.sql`unnest(${outside.map(({ node }) => entityAt(entities, node))}::bigint[],
    ${outside.map(({ edges }) => edges)}::text[]) AS now(entity, edges)`;
  await statements.$executeRaw`
    DELETE FROM knowledge_community_outsider outsider WHERE ${outsiderOfLayer(layer)}
      AND NOT EXISTS (SELECT FROM ${now} WHERE now.entity = outsider.entity_id AND now.edges = outsider.edges)`;
  await statements.$executeRaw`
    INSERT INTO knowledge_community_outsider (dataset_id, audience_id, entity_id, edges)
    SELECT ${layer.datasetId}, ${layer.audienceId}::bigint, entity.id, now.edges
    FROM ${now} JOIN knowledge_entity entity ON entity.id = now.entity
    WHERE NOT EXISTS (SELECT FROM knowledge_community_outsider outsider
      WHERE ${outsiderOfLayer(layer)} AND outsider.entity_id = now.entity)`;
}

function entityAt(entities: readonly string[], node: number): string {
  const entity = entities[node];
  if (entity === undefined) throw new Error('what was divided are the nodes of the graph');
  return entity;
}
