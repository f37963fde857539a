import type { Database } from '../../platform/database/client.ts';
import { ServiceError } from '../../errors/index.ts';
import type { ObjectStore } from '../../platform/objects.ts';
import { copyContent } from './keep-document.ts';
import type { DocumentContent } from './keep-document.ts';

/**
 * The content of the latest document of another job with this key, copied for this one; `null`: it has to be made. Jobs
 * that run at once each make their own: none waits for another.
 */
export async function takeCached(
  { database, objects }: { readonly database: Database; readonly objects: ObjectStore },
  cacheKey: string,
  jobId: string,
): Promise<DocumentContent | null> {
  const row = await database.db.document.findFirst({
    where: { cacheKey, jobId: { not: jobId } },
    orderBy: { createdAt: 'desc' },
  });
  if (row === null) return null;
  // Written by keepDocument, with members of its source and making that keepDocument writes over again.
  const content = row.metadata as unknown as DocumentContent;
  try {
    return await copyContent(objects, jobId, { markdownKey: row.markdownKey, content });
  } catch (error) {
    // The sweep is removing that job.
    if (error instanceof ServiceError && error.code === 'not_found') return null;
    throw error;
  }
}
