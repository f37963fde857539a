/** Rows of entities and of their mentions in chunks. Their counts are kept by the database. */
import type { Role } from '../../../engines/knowledge/names/index.ts';
import type { Statements } from '../../../platform/database/client.ts';
import { quotedLexeme } from '../documents/lexemes.ts';
import { MENTION_ROLES } from '../documents/mentions.ts';

export interface NewMention {
  /** Normal form. */
  readonly name: string;
  /** As it is written. */
  readonly label: string;
  readonly role: Role;
  /** What kind of thing the chunk says it is; `null` when it does not. */
  readonly type: string | null;
  /**
   * UTF-16 code units of the chunk's text: start, end, start, end, …; empty for a title, which is not part of the text.
   */
  readonly spans: readonly number[];
}

/**
 * Adds mentions, and the entities that the dataset does not have yet. One that exists keeps its role and gets the type.
 */
export async function addMentions(
  statements: Statements,
  datasetId: string,
  mentions: readonly (NewMention & { readonly chunkId: bigint })[],
): Promise<void> {
  if (mentions.length === 0) return;
  if (mentions.some(({ role }) => role === MENTION_ROLES.title)) await changeTitles(statements, datasetId);
  const column = <T>(read: (mention: (typeof mentions)[number]) => T): T[] => mentions.map(read);
  await statements.$executeRaw`
    INSERT INTO knowledge_entity (dataset_id, name)
    SELECT DISTINCT ${datasetId}, name FROM unnest(${column(({ name }) => name)}::text[]) AS named(name)
    ON CONFLICT DO NOTHING`;
  await statements.$executeRaw`
    INSERT INTO knowledge_mention (chunk_id, entity_id, role, label, type, spans)
    SELECT named.chunk_id, entity.id, named.role, named.label, named.type, named.spans::int[]
    FROM unnest(${column(({ chunkId }) => chunkId)}::bigint[], ${column(({ name }) => name)}::text[],
        ${column(({ role }) => role)}::smallint[], ${column(({ label }) => label)}::text[],
        ${column(({ type }) => type)}::text[], ${column(({ spans }) => `{${spans.join(',')}}`)}::text[])
      AS named(chunk_id, name, role, label, type, spans)
    JOIN knowledge_entity entity ON entity.dataset_id = ${datasetId} AND entity.name = named.name
    ON CONFLICT (chunk_id, entity_id) DO UPDATE SET type = excluded.type`;
}

/**
 * Marks the chunks that hold all words of one of these titles as unread: their names are read again, now that the title
 * is known. `titles` are lexemes, one list per title (engines/knowledge/retrieval).
 */
export async function unreadChunksWith(
  statements: Statements,
  datasetId: string,
  titles: readonly (readonly string[])[],
): Promise<number> {
  const queries = titles
    .filter((lexemes) => lexemes.length > 0)
    .map((lexemes) => lexemes.map(quotedLexeme).join(' & '));
  if (queries.length === 0) return 0;
  return statements.$executeRaw`
    WITH naming AS (
      SELECT DISTINCT found.id FROM unnest(${queries}::text[]) AS title(query) CROSS JOIN LATERAL (
        SELECT id FROM knowledge_chunk chunk
        WHERE chunk.dataset_id = ${datasetId} AND chunk.is_read AND chunk.terms @@ title.query::tsquery) found)
    UPDATE knowledge_chunk chunk SET is_read = false FROM naming WHERE chunk.id = naming.id`;
}

/** Has names that are being read with the titles as they were until now read again. */
async function changeTitles(statements: Statements, datasetId: string): Promise<void> {
  await statements.$executeRaw`UPDATE knowledge_dataset SET titles_version = titles_version + 1
    WHERE id = ${datasetId}`;
}

/**
 * Marks the chunks as unread that mention an entity whose last titles are among these chunks, which are about to be
 * removed: without the title their text may no longer name it.
 */
export async function unreadChunksThatLose(
  statements: Statements,
  datasetId: string,
  doomed: readonly bigint[],
): Promise<void> {
  await changeTitles(statements, datasetId);
  await statements.$executeRaw`
    WITH vanishing AS (
      SELECT mention.entity_id FROM knowledge_mention mention
        JOIN knowledge_entity entity ON entity.id = mention.entity_id
      WHERE mention.chunk_id = ANY(${[...doomed]}::bigint[]) AND mention.role = ${MENTION_ROLES.title}
      GROUP BY mention.entity_id, entity.titles HAVING count(*) = entity.titles)
    UPDATE knowledge_chunk chunk SET is_read = false
    FROM knowledge_mention mention JOIN vanishing USING (entity_id)
    WHERE chunk.id = mention.chunk_id AND chunk.is_read`;
}
