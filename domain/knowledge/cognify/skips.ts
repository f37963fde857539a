/** Documents that a Cognify job skips, because they exceed what may be spent on one document. */
import type { Database } from '../../../platform/database/client.ts';
import type { ErrorCode } from '../../../errors/index.ts';
import { addCounts } from '../../jobs/counts.ts';
import { lockInTurn } from './turns.ts';
import type { Turn } from './turns.ts';

export interface SkippedDocument {
  readonly documentPk: bigint;
  readonly documentId: string;
  /** Of the content that was to be cut: a document that has another one by now is left out. */
  readonly contentHash: string;
  /** See `skippedHash`. */
  readonly skippedHash: string;
  readonly code: ErrorCode;
}

/**
 * Notes that a document is done without new chunks, and counts it for the job; repeated, it changes and counts nothing. The chunks of
 * its earlier content stay. Rejects with `superseded` out of turn.
 */
export async function skipDocument({ db }: Database, turn: Turn, skipped: SkippedDocument): Promise<void> {
  const { documentPk, documentId, contentHash, skippedHash, code } = skipped;
  const { jobId, generation } = turn;
  await db.$transaction(async (statements) => {
    await lockInTurn(statements, turn);
    const { count } = await statements.knowledgeDocument.updateMany({
      where: {
        ...{ id: documentPk, contentHash, deletedAt: null },
        OR: [{ generation: { lt: generation } }, { chunkedHash: null }, { chunkedHash: { not: skippedHash } }],
      },
      data: { chunkedHash: skippedHash, generation },
    });
    if (count === 0) return;
    await statements.knowledgeSkip.createMany({ data: { jobId, documentId, code }, skipDuplicates: true });
    await addCounts(statements, jobId, { documents_skipped: 1 });
  });
}

/** Documents that are named in a result. */
const MOST_SKIPS = 100;

/** Documents that a job has skipped, with the error of each; at most 100. */
export function readSkips(
  { db }: Database,
  jobId: string,
): Promise<{ readonly documentId: string; readonly code: string }[]> {
  return db.knowledgeSkip.findMany({
    where: { jobId },
    select: { documentId: true, code: true },
    orderBy: { documentId: 'asc' },
    take: MOST_SKIPS,
  });
}
