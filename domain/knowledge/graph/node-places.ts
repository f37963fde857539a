/** Where texts mention the nodes of a graph. */
import type { Database } from '../../../platform/database/client.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import type { Aliases } from './aliases.ts';
import { entityOfNode, joinStanding, namesOf, nodeId, standingOf, standingRelations } from './mention-nodes.ts';

/** UTF-16 code units of the text of a chunk; both 0 where only its title has the name. */
export interface NodePlace {
  readonly node: string;
  readonly chunk: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Of each of these nodes, up to `most` chunks that mention it: those whose text does before those that only have it in
 * their title.
 */
export async function nodePlaces(
  { db }: Database,
  matching: Prisma.Sql,
  nodes: readonly string[],
  aliases: Aliases,
  most: number,
): Promise<NodePlace[]> {
  const mentioned = Prisma.sql`mention.entity_id`;
  const { main, sense } = standingOf('mention', mentioned);
  const names = namesOf(aliases, nodes.map(entityOfNode));
  return db.$queryRaw<NodePlace[]>`
    WITH ${standingRelations(aliases)}
    SELECT node, chunk_id::text AS chunk, coalesce(span[1], 0) AS start, coalesce(span[2], 0) AS "end" FROM (
      SELECT *, row_number() OVER (PARTITION BY node ORDER BY span IS NULL, chunk_id) AS rank FROM (
        SELECT ${nodeId(main, sense)} AS node, chunk.id AS chunk_id,
          min(nullif(mention.spans[1:2], '{}')) AS span
        FROM knowledge_mention mention
        JOIN knowledge_chunk chunk ON chunk.id = mention.chunk_id
        JOIN knowledge_document document ON document.id = chunk.document_pk
        ${joinStanding('mention', mentioned)}
        WHERE mention.entity_id = ANY(${names}::bigint[]) AND ${matching} GROUP BY 1, 2) place
      WHERE node = ANY(${[...nodes]}::text[])) ranked
    WHERE rank <= ${most} ORDER BY node, rank`;
}
