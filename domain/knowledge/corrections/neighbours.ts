/** What matching documents mention beside entities. */
import type { Database } from '../../../platform/database/client.ts';
import type { Prisma } from '../../../platform/database/generated/client.ts';

/** Chunks of an entity whose other names are read: the first ones. */
const MOST_CHUNKS = 50;
/** Entities beside which a name stands before it says nothing of any. */
const MOST_COMPANY = 12;

export interface Around {
  readonly sharedNeighbours: number;
  /** 1 if a chunk mentions both. */
  readonly together: number;
  /** Chunks that show it. */
  readonly support: readonly string[];
}

export async function readNeighbours(
  { db }: Database,
  matching: Prisma.Sql,
  entities: readonly string[],
): Promise<{ around(one: string, other: string): Around }> {
  const rows = await db.$queryRaw<{ entity: string; neighbour: string; chunk: string }[]>`
    SELECT asked.id::text AS entity, beside.entity_id::text AS neighbour, min(seen.chunk_id)::text AS chunk
    FROM unnest(${[...entities]}::bigint[]) AS asked(id) CROSS JOIN LATERAL (
      SELECT mention.chunk_id FROM knowledge_mention mention JOIN knowledge_chunk chunk ON chunk.id = mention.chunk_id
      JOIN knowledge_document document ON document.id = chunk.document_pk
      WHERE mention.entity_id = asked.id AND ${matching} ORDER BY mention.chunk_id LIMIT ${MOST_CHUNKS}) seen
    JOIN knowledge_mention beside ON beside.chunk_id = seen.chunk_id AND beside.entity_id <> asked.id
    GROUP BY asked.id, beside.entity_id`;
  const beside = new Map<string, Map<string, string>>();
  const company = new Map<string, number>();
  for (const { entity, neighbour, chunk } of rows) {
    beside.set(entity, (beside.get(entity) ?? new Map<string, string>()).set(neighbour, chunk));
    company.set(neighbour, (company.get(neighbour) ?? 0) + 1);
  }
  return {
    around(one, other) {
      const [first, second] = [beside.get(one), beside.get(other)];
      const shared = [...(first ?? [])].flatMap(([neighbour, chunk]): string[][] => {
        const also = second?.get(neighbour);
        // One text that mentions both has all of its names beside both.
        return also === undefined || also === chunk || (company.get(neighbour) ?? 0) > MOST_COMPANY
          ? []
          : [[chunk, also]];
      });
      const both = first?.get(other);
      return {
        ...{ sharedNeighbours: shared.length, together: both === undefined ? 0 : 1 },
        support: [...shared.slice(0, 3).flat(), ...(both === undefined ? [] : [both])],
      };
    },
  };
}
