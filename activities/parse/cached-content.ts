import type { Database } from '../../platform/database/client.ts';
import { ServiceError } from '../../errors/index.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';
import { copyContent } from './keep-document.ts';
import { findCached } from '../../domain/parse/documents.ts';
import type { DocumentContent } from '../../domain/parse/documents.ts';

/**
 * Copies the content of the latest document with this key from another job. Returns `null` when there is none. Jobs that run at
 * the same time each convert the source: none waits for another.
 */
export async function takeCached(
  { database, objects }: { readonly database: Database; readonly objects: ObjectStore },
  cacheKey: string,
  jobId: string,
): Promise<DocumentContent | null> {
  const row = await findCached(database, cacheKey, jobId);
  if (row === null) return null;
  try {
    return await copyContent(objects, jobId, { markdownKey: row.markdownKey, content: row.metadata });
  } catch (error) {
    // The sweep is removing the other job.
    if (error instanceof ServiceError && error.code === 'not_found') return null;
    throw error;
  }
}
