/** Which entities documents mention, as far as they match a condition in SQL about `knowledge_document document`. */
import type { Role } from '../../../engines/knowledge/names/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';

/** How a chunk names an entity: in its title, in a part of the title, or in its text. */
export const MENTION_ROLES = { title: 2, titlePart: 1, text: 0 } as const satisfies Readonly<Record<string, Role>>;

/** On the column of an entity: matching documents mention it. */
export function isMentioned(entity: Prisma.Sql, matching: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`EXISTS (
    SELECT FROM knowledge_mention mention JOIN knowledge_chunk chunk ON chunk.id = mention.chunk_id
    JOIN knowledge_document document ON document.id = chunk.document_pk
    WHERE mention.entity_id = ${entity} AND ${matching})`;
}

/**
 * The entities that most matching chunks mention, and how many there are. Of equals, the first by name: identifiers
 * would show when others first mentioned them.
 */
export async function mostMentioned(
  { db }: Database,
  datasetId: string,
  matching: Prisma.Sql,
  take: number,
): Promise<{ readonly ids: string[]; readonly total: number }> {
  const rows = await db.$queryRaw<{ id: string; total: number }[]>`
    SELECT entity.id::text, seen.total FROM (
      SELECT mention.entity_id, count(*) AS chunks, (count(*) OVER ())::int AS total
      FROM knowledge_document document JOIN knowledge_chunk chunk ON chunk.document_pk = document.id
      JOIN knowledge_mention mention ON mention.chunk_id = chunk.id
      WHERE document.dataset_id = ${datasetId} AND ${matching} GROUP BY mention.entity_id) seen
    JOIN knowledge_entity entity ON entity.id = seen.entity_id ORDER BY seen.chunks DESC, entity.name LIMIT ${take}`;
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 };
}
