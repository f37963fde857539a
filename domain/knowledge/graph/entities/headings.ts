/** Which names are headings and nothing else, as far as matching documents show. */
import { saysSomethingOf } from '../../../../engines/knowledge/entities/index.ts';
import type { Database } from '../../../../platform/database/client.ts';
import type { Prisma } from '../../../../platform/database/generated/client.ts';
import { MENTION_ROLES } from '../../documents/mentions.ts';

/** Chunks of a name whose sentences are read: the first ones that mention it. */
const MOST_CHUNKS = 5;
/** Names whose chunks are read together. */
const NAMES_TOGETHER = 200;

/**
 * Those of the entities that documents have as headings alone: no other document mentions them, and their own say
 * nothing of them.
 */
export async function headingsAmong(
  database: Database,
  matching: Prisma.Sql,
  entities: readonly string[],
): Promise<ReadonlySet<string>> {
  const headings = new Set<string>();
  for (let at = 0; at < entities.length; at += NAMES_TOGETHER) {
    const titles = await onlyTitles(database, matching, entities.slice(at, at + NAMES_TOGETHER));
    const texts = titles.length === 0 ? [] : await textsOf(database, matching, titles);
    const said = new Set(texts.filter(({ label, body }) => saysSomethingOf(label, body)).map(({ id }) => id));
    for (const id of titles) if (!said.has(id)) headings.add(id);
  }
  return headings;
}

/** Those that each document which mentions them has as a title. */
async function onlyTitles({ db }: Database, matching: Prisma.Sql, entities: readonly string[]): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT asked.id::text FROM unnest(${[...entities]}::bigint[]) AS asked(id) WHERE NOT EXISTS (
      SELECT FROM knowledge_mention mention JOIN knowledge_chunk chunk ON chunk.id = mention.chunk_id
      JOIN knowledge_document document ON document.id = chunk.document_pk
      WHERE mention.entity_id = asked.id AND mention.role <> ${MENTION_ROLES.title} AND ${matching} AND NOT EXISTS (
        SELECT FROM knowledge_mention title JOIN knowledge_chunk sibling ON sibling.id = title.chunk_id
        WHERE title.entity_id = asked.id AND title.role = ${MENTION_ROLES.title}
          AND sibling.document_pk = chunk.document_pk))`;
  return rows.map(({ id }) => id);
}

interface NamedText {
  readonly id: string;
  /** The name as a chunk writes it. */
  readonly label: string;
  readonly body: string;
}

function textsOf({ db }: Database, matching: Prisma.Sql, entities: readonly string[]): Promise<NamedText[]> {
  return db.$queryRaw<NamedText[]>`
    SELECT asked.id::text, seen.label, seen.body FROM unnest(${[...entities]}::bigint[]) AS asked(id) CROSS
      JOIN LATERAL (
      SELECT mention.label, chunk.body FROM knowledge_mention mention
        JOIN knowledge_chunk chunk ON chunk.id = mention.chunk_id
      JOIN knowledge_document document ON document.id = chunk.document_pk
      WHERE mention.entity_id = asked.id AND ${matching} ORDER BY chunk.id LIMIT ${MOST_CHUNKS}) seen`;
}
