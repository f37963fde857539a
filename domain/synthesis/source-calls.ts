/**
 * Finished calls of language models that quote sources: triggers of the database remove them with the sources and their
 * documents.
 */
import type { Source } from '../../engines/synthesis/items/index.ts';
import type { Database } from '../../platform/database/client.ts';
import { removeCallsOfRemovedTexts } from '../models/finished-calls.ts';

/**
 * What calls for a source are about, as finished calls name it. The triggers of the migration `synthesis_calls` write
 * the same.
 */
export function callSubjects(jobId: string, { id, origin }: Source): readonly string[] {
  const { document_id } = origin;
  return [`source ${jobId} ${id}`, ...(document_id === undefined ? [] : [`document ${document_id}`])];
}

/**
 * Removes the finished calls that quote those of the sources that were removed, or whose documents were, while a model
 * read them.
 */
export async function removeCallsOfRemoved(
  { db }: Database,
  { tenantId, jobId }: { readonly tenantId: string; readonly jobId: string },
  sources: readonly Source[],
): Promise<void> {
  const present = await db.$queryRaw<{ id: string }[]>`
    SELECT source.id FROM synthesis_source source
    WHERE source.job_id = ${jobId} AND source.id = ANY(${sources.map(({ id }) => id)}::text[]) AND CASE
      WHEN source.origin->>'document_id' IS NULL THEN true
      WHEN source.origin->>'dataset_id' IS NULL THEN EXISTS (
        SELECT FROM document WHERE document.id = source.origin->>'document_id')
      ELSE EXISTS (
        SELECT FROM knowledge_document document
        WHERE document.dataset_id = source.origin->>'dataset_id'
          AND document.document_id = source.origin->>'document_id')
    END`;
  const subjectsOf = (source: Source): readonly string[] => callSubjects(jobId, source);
  await removeCallsOfRemovedTexts(db, { tenantId, texts: sources, present, subjectsOf });
}
