/** What matching documents mention beside entities. */
import type { Database } from '../../../../platform/database/client.ts';
import { Prisma } from '../../../../platform/database/generated/client.ts';

/** Chunks of an entity whose other names are read: the first ones. */
const MOST_CHUNKS = 50;
/**
 * Names that are read beside one entity, and beside all of them: a chunk may have hundreds of names, each beside all
 * others.
 */
const MOST_BESIDE = 500;
export const MOST_READ = 200_000;
/** A name seen beside more entities than this is too common to be evidence. */
export const MOST_COMPANY = 12;

export interface Around {
  readonly sharedNeighbours: number;
  /** 1 if a chunk mentions both. */
  readonly together: number;
  /** Chunks that show it. */
  readonly support: readonly string[];
}

type Pair = readonly [string, string];

/** What is around each of the pairs, in their order. */
export async function readNeighbours(
  database: Database,
  matching: Prisma.Sql,
  pairs: readonly Pair[],
): Promise<readonly Around[]> {
  const [beside, both] = await Promise.all([
    tellingNeighbours(database, matching, [...new Set(pairs.flat())]),
    chunksOfBoth(database, matching, pairs),
  ]);
  return pairs.map(([one, other], at) => {
    const [first, second] = [beside.get(one), beside.get(other)];
    const shared = [...(first ?? [])].flatMap(([neighbour, chunk]): string[][] => {
      const also = second?.get(neighbour);
      // One text that mentions both has all of its names beside both.
      return also === undefined || also === chunk ? [] : [[chunk, also]];
    });
    const chunk = both.get(at);
    return {
      sharedNeighbours: shared.length,
      together: chunk === undefined ? 0 : 1,
      support: [...shared.slice(0, 3).flat(), ...(chunk === undefined ? [] : [chunk])],
    };
  });
}

/** The first chunks of an entity `asked.id` that match. */
const firstChunks = (matching: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT mention.chunk_id FROM knowledge_mention mention JOIN knowledge_chunk chunk ON chunk.id = mention.chunk_id
  JOIN knowledge_document document ON document.id = chunk.document_pk
  WHERE mention.entity_id = asked.id AND ${matching} ORDER BY mention.chunk_id LIMIT ${MOST_CHUNKS}) seen`;

/**
 * By entity: the names beside it that are beside another one of these as well, but not beside many, each with the first
 * chunk that shows it.
 */
async function tellingNeighbours(
  { db }: Database,
  matching: Prisma.Sql,
  entities: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const take = Math.min(MOST_BESIDE, Math.ceil(MOST_READ / Math.max(entities.length, 1)));
  const rows = await db.$queryRaw<{ entity: string; neighbour: string; chunk: string }[]>`
    WITH beside AS MATERIALIZED (
      SELECT asked.id AS entity_id, named.entity_id AS neighbour_id, min(named.chunk_id) AS chunk_id
      FROM unnest(${[...entities]}::bigint[]) AS asked(id) CROSS JOIN LATERAL (
        SELECT mention.entity_id, mention.chunk_id FROM ${firstChunks(matching)}
        JOIN knowledge_mention mention ON mention.chunk_id = seen.chunk_id AND mention.entity_id <> asked.id
        ORDER BY seen.chunk_id LIMIT ${take}) named
      GROUP BY 1, 2)
    SELECT beside.entity_id::text AS entity, beside.neighbour_id::text AS neighbour, beside.chunk_id::text AS chunk
      FROM beside
    JOIN (SELECT neighbour_id FROM beside GROUP BY neighbour_id HAVING count(*) BETWEEN 2 AND ${MOST_COMPANY}) telling
      ON telling.neighbour_id = beside.neighbour_id
    ORDER BY beside.entity_id, beside.chunk_id, beside.neighbour_id`;
  return new Map(
    Array.from(
      Map.groupBy(rows, ({ entity }) => entity),
      ([entity, own]) => [entity, new Map(own.map(({ neighbour, chunk }) => [neighbour, chunk]))],
    ),
  );
}

/** By the place of a pair: the first chunk that mentions both. */
async function chunksOfBoth(
  { db }: Database,
  matching: Prisma.Sql,
  pairs: readonly Pair[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db.$queryRaw<{ at: number; chunk: string }[]>`
    SELECT asked.at::int, joint.chunk_id::text AS chunk
    FROM unnest(${pairs.map(([one]) => one)}::bigint[], ${pairs.map(([, other]) => other)}::bigint[]) WITH ORDINALITY
      asked(id, other_id, at)
    CROSS JOIN LATERAL (
      SELECT mention.chunk_id FROM ${firstChunks(matching)}
      JOIN knowledge_mention mention ON mention.chunk_id = seen.chunk_id AND mention.entity_id = asked.other_id
      ORDER BY seen.chunk_id LIMIT 1) joint`;
  return new Map(rows.map(({ at, chunk }) => [at - 1, chunk]));
}
