/**
 * Documents that a Cognify job skips, as a whole or some of their chunks, because they exceed what may be spent on a
 * text.
 */
import type { Database, Statements } from '../../../platform/database/client.ts';
import type { ErrorCode } from '../../../errors/index.ts';
import { addCounts } from '../../jobs/counts.ts';
import { lockInTurn } from '../datasets/turns.ts';
import type { Turn } from '../datasets/turns.ts';

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
 * Notes that a document is done without new chunks, and counts it for the job; repeated, it changes and counts nothing.
 * The chunks of its earlier content stay. Rejects with `superseded` out of turn.
 */
export async function skipDocument({ db }: Database, turn: Turn, skipped: SkippedDocument): Promise<void> {
  const { documentPk, documentId, contentHash, skippedHash, code } = skipped;
  const { jobId, generation } = turn;
  await db.$transaction(async (statements) => {
    await lockInTurn(statements, turn);
    const { count } = await statements.knowledgeDocument.updateMany({
      where: {
        id: documentPk,
        contentHash,
        deletedAt: null,
        OR: [{ generation: { lt: generation } }, { chunkedHash: null }, { chunkedHash: { not: skippedHash } }],
      },
      data: { chunkedHash: skippedHash, generation },
    });
    if (count === 0) return;
    await statements.knowledgeSkip.createMany({ data: { jobId, documentId, code }, skipDuplicates: true });
    await addCounts(statements, jobId, { documents_skipped: 1 });
  });
}

/**
 * Notes the documents of chunks whose names and facts cannot be read, in the transaction that commits the chunks as
 * read.
 */
export async function noteUnread(
  statements: Statements,
  jobId: string,
  chunks: readonly { readonly chunkId: bigint; readonly failure?: ErrorCode }[],
): Promise<void> {
  if (chunks.length === 0) return;
  await statements.$executeRaw`
    INSERT INTO knowledge_skip AS known (job_id, document_id, code, unread_chunks)
    SELECT ${jobId}, document.document_id, min(unread.code), count(*)::int
    FROM unnest(${chunks.map(({ chunkId }) => chunkId)}::bigint[],
      ${chunks.map(({ failure = null }) => failure)}::text[])
      AS unread(chunk_id, code)
    JOIN knowledge_chunk chunk ON chunk.id = unread.chunk_id
      JOIN knowledge_document document ON document.id = chunk.document_pk
    GROUP BY 2 ON CONFLICT (job_id, document_id) DO UPDATE
      SET unread_chunks = known.unread_chunks + excluded.unread_chunks`;
}

/** Documents that are named in a result. */
const MOST_SKIPS = 100;

export interface Skip {
  readonly documentId: string;
  readonly code: string;
  /** 0: the document was not cut. */
  readonly unreadChunks: number;
}

/** Documents that a job has skipped, with the error of each; at most 100. */
export function readSkips({ db }: Database, jobId: string): Promise<Skip[]> {
  return db.knowledgeSkip.findMany({
    where: { jobId },
    select: { documentId: true, code: true, unreadChunks: true },
    orderBy: { documentId: 'asc' },
    take: MOST_SKIPS,
  });
}
