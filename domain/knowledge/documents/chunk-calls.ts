/** Finished calls of language models that quote chunks: they are removed with the chunks. */
import type { Database, Statements } from '../../../platform/database/client.ts';
import { removeCalls, removeCallsOfRemovedTexts } from '../../models/finished-calls.ts';
import type { ChunkText } from './chunk-texts.ts';

/** A chunk that a model was shown. */
export type ShownChunk = Pick<ChunkText, 'id' | 'hash'>;

/** What the calls of a model for a chunk are about: its text. */
export const callSubject = ({ hash }: Pick<ChunkText, 'hash'>): string => `chunk ${hash}`;

/** Removes the kept calls that quote these chunks, which are about to be removed. */
export async function removeCallsOf(statements: Statements, chunks: readonly bigint[]): Promise<void> {
  const doomed = await statements.$queryRaw<{ hash: string; tenant: string }[]>`
    SELECT DISTINCT chunk.hash, document.tenant_id AS tenant
    FROM knowledge_chunk chunk JOIN knowledge_document document ON document.id = chunk.document_pk
    WHERE chunk.id = ANY(${[...chunks]}::bigint[])`;
  for (const [tenant, ofTenant] of Map.groupBy(doomed, (chunk) => chunk.tenant)) {
    await removeCalls(statements, tenant, ofTenant.map(callSubject));
  }
}

/** Removes the kept calls that quote those of the chunks that were removed while the model read them. */
export async function removeCallsOfRemoved(
  { db }: Database,
  tenantId: string,
  chunks: readonly ShownChunk[],
): Promise<void> {
  const where = { id: { in: chunks.map(({ id }) => id) } };
  const present = await db.knowledgeChunk.findMany({ where, select: { id: true } });
  await removeCallsOfRemovedTexts(db, {
    tenantId,
    texts: chunks,
    present,
    subjectsOf: (chunk) => [callSubject(chunk)],
  });
}
