/** What a caller's names and documents refer to in a dataset, as far as the caller may read it. */
import { normalName } from '../../../../engines/knowledge/names/index.ts';
import type { Database } from '../../../../platform/database/client.ts';
import { Prisma } from '../../../../platform/database/generated/client.ts';
import type { Accessor } from '../../../access/policy.ts';
import { readableDocument } from '../../datasets/access.ts';
import { aliasesOf } from '../aliases.ts';
import { namesOf } from '../mention-nodes.ts';
import { isMentioned } from '../../documents/mentions.ts';

/** Names in any spelling in their normal forms. */
export const normalForms = (spellings: readonly string[]): string[] => spellings.map(normalName);

/** Those of the normal forms that readable documents mention. */
export async function readableNames(
  { db }: Database,
  caller: Accessor,
  datasetId: string,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT entity.name FROM knowledge_entity entity WHERE entity.dataset_id = ${datasetId}
      AND entity.name = ANY(${[...names]}::text[]) AND ${isMentioned(Prisma.sql`entity.id`, readableDocument(caller))}`;
  return new Set(rows.map(({ name }) => name));
}

/**
 * Those of the documents that the caller may read, and whether they mention a name in its normal form, or one that is
 * merged with it.
 */
export async function readableDocuments(
  database: Database,
  caller: Accessor,
  datasetId: string,
  documentIds: readonly string[],
  name: string,
): Promise<ReadonlyMap<string, boolean>> {
  const { db } = database;
  const named = await db.knowledgeEntity.findMany({ where: { datasetId, name }, select: { id: true } });
  const ids = named.map(({ id }) => String(id));
  const aliases = await aliasesOf(database, datasetId, readableDocument(caller), ids);
  const names = namesOf(aliases, [...ids, ...ids.map((id) => aliases.everywhere.get(id) ?? id)]);
  const rows = await db.$queryRaw<{ id: string; mentions: boolean }[]>`
    SELECT document.document_id AS id, EXISTS (
      SELECT FROM knowledge_chunk chunk JOIN knowledge_mention mention ON mention.chunk_id = chunk.id
      WHERE chunk.document_pk = document.id AND mention.entity_id = ANY(${names}::bigint[])) AS mentions
    FROM knowledge_document document WHERE document.dataset_id = ${datasetId}
      AND document.document_id = ANY(${[...documentIds]}::text[]) AND ${readableDocument(caller)}`;
  return new Map(rows.map(({ id, mentions }) => [id, mentions]));
}
