/** What a caller's names and documents refer to in a dataset, as far as the caller may read it. */
import { normalName } from '../../../engines/knowledge/names/normal.ts';
import type { Database } from '../../../platform/database/client.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import type { Accessor } from '../../access/policy.ts';
import { readableDocument } from '../readable.ts';
import { isMentioned } from '../mentions.ts';

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

/** Those of the documents that the caller may read. */
export async function readableDocuments(
  { db }: Database,
  caller: Accessor,
  datasetId: string,
  documentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT document.document_id AS id FROM knowledge_document document WHERE document.dataset_id = ${datasetId}
      AND document.document_id = ANY(${[...documentIds]}::text[]) AND ${readableDocument(caller)}`;
  return new Set(rows.map(({ id }) => id));
}
