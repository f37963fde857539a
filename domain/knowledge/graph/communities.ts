/** The communities of the nodes of a graph, as far as certain documents show them. */
import type { Database } from '../../../platform/database/client.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import type { Accessor } from '../../access/policy.ts';
import { communityTitle, readableCommunities } from './communities/communities.ts';
import { entityOfNode } from './mention-nodes.ts';

export interface NodeCommunities {
  readonly titles: readonly string[];
  /** By node: its community, as an index of the titles. */
  readonly ofNode: ReadonlyMap<string, number>;
}

/** Communities that are read, the most connected ones. */
const MOST_COMMUNITIES = 1000;

/**
 * The largest communities of these nodes; none where the dataset has none, or documents that do not match hide them.
 * `matching`: documents/filter.ts. A node of several is in that of the documents that all readers may read.
 */
export async function nodeCommunities(
  database: Database,
  caller: Accessor,
  datasetId: string,
  matching: Prisma.Sql,
  nodes: readonly { readonly id: string }[],
): Promise<NodeCommunities> {
  const which = Prisma.sql`community.dataset_id = ${datasetId} AND community.level = 0`;
  const readable = await readableCommunities(database, caller, { which, matching, take: MOST_COMMUNITIES });
  if (readable.length === 0) return { titles: [], ofNode: new Map() };
  const members = await visibleMembers(
    database,
    matching,
    readable.map(({ id }) => id),
    [...new Set(nodes.map(({ id }) => entityOfNode(id)))],
  );
  const position = new Map(readable.map(({ id }, at) => [id, at]));
  const ofEntity = new Map(members.map(({ entity, community }) => [entity, position.get(community)]));
  const ofNode = nodes.flatMap(({ id }): [string, number][] => {
    const community = ofEntity.get(entityOfNode(id));
    return community === undefined ? [] : [[id, community]];
  });
  return { titles: readable.map(communityTitle), ofNode: new Map(ofNode) };
}

/**
 * Which of the entities are members of the communities by matching documents of their audience; the last row of an
 * entity counts.
 */
function visibleMembers(
  { db }: Database,
  matching: Prisma.Sql,
  communities: readonly string[],
  entities: readonly string[],
): Promise<{ readonly entity: string; readonly community: string }[]> {
  return db.$queryRaw<{ entity: string; community: string }[]>`
    SELECT member.entity_id::text AS entity, community.id::text AS community
    FROM knowledge_community community JOIN knowledge_community_member member ON member.community_id = community.id
    WHERE community.id = ANY(${[...communities]}::bigint[]) AND member.entity_id = ANY(${[...entities]}::bigint[])
      AND EXISTS (
      SELECT FROM knowledge_mention mention JOIN knowledge_chunk chunk ON chunk.id = mention.chunk_id
      JOIN knowledge_document document ON document.id = chunk.document_pk
      WHERE mention.entity_id = member.entity_id AND document.audience_id IS NOT DISTINCT FROM community.audience_id
        AND ${matching})
    ORDER BY community.audience_id IS NULL, community.weight, community.id DESC`;
}
