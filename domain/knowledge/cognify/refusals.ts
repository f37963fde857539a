import type { Database } from '../../../platform/database/client.ts';

/** Documents that are named in a result. */
const MOST_REFUSALS = 100;

/** Documents with chunks that the embedding model refused in a job; at most 100. */
export function readRefusals(
  { db }: Database,
  jobId: string,
): Promise<{ readonly documentId: string; readonly chunks: number }[]> {
  return db.knowledgeRefusal.findMany({
    where: { jobId },
    select: { documentId: true, chunks: true },
    orderBy: { documentId: 'asc' },
    take: MOST_REFUSALS,
  });
}
