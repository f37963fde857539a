import type { Database } from '../../platform/database/client.ts';
import { ServiceError } from '../../errors/index.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';
import { copyContent } from './keep-document.ts';
import { findCached } from '../../domain/parse/documents.ts';
import type { DocumentContent } from '../../domain/parse/documents.ts';

/**
 * The content of the latest document of another job with this key, copied for this one; `null`: it has to be made. Jobs
 * that run at once each make their own: none waits for another.
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
    // The sweep is removing that job.
    if (error instanceof ServiceError && error.code === 'not_found') return null;
    throw error;
  }
}
