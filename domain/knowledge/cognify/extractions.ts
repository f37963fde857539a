/** Rows of what a language model found in chunks: which chunks are still to be extracted, and what became of them. */
import { Type } from 'typebox';
import type { Database } from '../../../platform/database/client.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import { jsonText } from '../../../platform/database/json.ts';
import { decoder } from '../../../platform/stored-json.ts';
import type { SkipReason } from '../../models/skips.ts';
import { inTokenRanges } from '../../jobs/row-ranges.ts';
import type { PlanSize, Rows, TokenRange } from '../../jobs/row-ranges.ts';
import type { ExtractionOutcome } from '../results.ts';
import { chunkTextsIn } from '../documents/chunk-texts.ts';
import type { ChunkText } from '../documents/chunk-texts.ts';
import { lockInTurn } from '../datasets/turns.ts';
import type { Turn } from '../datasets/turns.ts';

const SpanShape = Type.Object({ start: Type.Integer(), end: Type.Integer() });
const GraphShape = Type.Object({
  names: Type.Array(
    Type.Object({
      name: Type.String(),
      label: Type.String(),
      type: Type.Union([Type.String(), Type.Null()]),
      spans: Type.Array(SpanShape),
    }),
  ),
  facts: Type.Array(
    Type.Object({
      subject: Type.String(),
      predicate: Type.String(),
      object: Type.String(),
      start: Type.Integer(),
      end: Type.Integer(),
    }),
  ),
});
/** The names and facts of a chunk that its text supports. */
export const graphOf = decoder('The extraction of a chunk', GraphShape);

/** What a job extracts, and from which chunks. */
export interface ExtractionWork {
  readonly turn: Turn;
  /** Digest of the model and of what it is asked. */
  readonly rulesDigest: string;
  /**
   * Whether chunks stay as they are that were extracted by the same rules. Skipped ones are tried again by each job.
   */
  readonly isIncremental: boolean;
}

/**
 * Holds for the rows under the aliases `chunk`, `document` and `extraction` (`null` without one) of chunks that are to
 * be extracted. A record says by itself what a model would find.
 */
export const chunkIsDue = ({
  turn: { datasetId, jobId },
  rulesDigest,
  isIncremental,
}: ExtractionWork): Prisma.Sql => Prisma.sql`
  chunk.dataset_id = ${datasetId} AND chunk.record_type IS NULL AND document.deleted_at IS NULL
    AND (extraction.asked_by IS NULL OR extraction.asked_by <> ${jobId} AND (
    NOT ${isIncremental} OR extraction.rules_digest <> ${rulesDigest} OR extraction.skipped IS NOT NULL))`;

/** The next ranges of chunks to extract after a row. */
export function chunksToExtract(
  database: Database,
  work: ExtractionWork,
  after: string,
  plan: PlanSize,
): Promise<TokenRange[]> {
  const due = Prisma.sql`SELECT chunk.id, chunk.tokens FROM knowledge_chunk chunk
    JOIN knowledge_document document ON document.id = chunk.document_pk
    LEFT JOIN knowledge_extraction extraction ON extraction.chunk_id = chunk.id
    WHERE ${chunkIsDue(work)} AND chunk.id > ${after}::bigint`;
  return inTokenRanges(database, due, plan);
}

/** How many chunks of the dataset are to be extracted, and the tokens of their texts. */
export async function extractionLeft(
  { db }: Database,
  work: ExtractionWork,
): Promise<Pick<TokenRange, 'rows' | 'tokens'>> {
  const [left] = await db.$queryRaw<Pick<TokenRange, 'rows' | 'tokens'>[]>`
    SELECT count(*)::int AS rows, coalesce(sum(chunk.tokens), 0)::int AS tokens FROM knowledge_chunk chunk
    JOIN knowledge_document document ON document.id = chunk.document_pk
    LEFT JOIN knowledge_extraction extraction ON extraction.chunk_id = chunk.id WHERE ${chunkIsDue(work)}`;
  return left ?? { rows: 0, tokens: 0 };
}

/** The chunks of a range that are still to be extracted. */
export function unextractedChunks(database: Database, work: ExtractionWork, rows: Rows): Promise<ChunkText[]> {
  const condition = {
    joined: Prisma.sql`LEFT JOIN knowledge_extraction extraction ON extraction.chunk_id = chunk.id`,
    due: chunkIsDue(work),
    wasSkipped: Prisma.sql`extraction.skipped IS NOT NULL`,
  };
  return chunkTextsIn(database, condition, rows);
}

/** What became of a chunk. */
export interface ChunkExtraction {
  readonly chunkId: bigint;
  /** JSON of {@link graphOf}; `null` for a skipped chunk. */
  readonly graph: object | null;
  readonly skipped: SkipReason | null;
  readonly namesDropped: number;
  readonly factsDropped: number;
}

/**
 * Commits what became of some chunks, in one transaction: they become unread, so that names and facts are derived anew.
 * A chunk that was removed meanwhile is left out, see `removeCallsOfRemoved`. Repeated, it changes nothing. Rejects
 * with `superseded` out of turn.
 */
export async function commitExtractions(
  { db }: Database,
  { turn, rulesDigest }: ExtractionWork,
  model: string,
  made: readonly ChunkExtraction[],
): Promise<void> {
  if (made.length === 0) return;
  const column = <T>(read: (extraction: ChunkExtraction) => T): T[] => made.map(read);
  await db.$transaction(async (statements) => {
    await lockInTurn(statements, turn);
    await statements.$executeRaw`
      WITH made AS (
        SELECT made.* FROM unnest(${column(({ chunkId }) => chunkId)}::bigint[],
            ${column(({ graph }) => (graph === null ? null : jsonText(graph)))}::text[],
            ${column(({ skipped }) => skipped)}::text[], ${column(({ namesDropped }) => namesDropped)}::int[],
            ${column(({ factsDropped }) => factsDropped)}::int[])
          AS made(chunk_id, graph, skipped, names_dropped, facts_dropped)
        JOIN knowledge_chunk chunk ON chunk.id = made.chunk_id
      ), kept AS (
        INSERT INTO knowledge_extraction (chunk_id, asked_by, rules_digest, model, graph, skipped, names_dropped,
          facts_dropped)
        SELECT chunk_id, ${turn.jobId}, ${rulesDigest}, ${model}, graph::jsonb, skipped, names_dropped, facts_dropped
          FROM made
        ON CONFLICT (chunk_id) DO UPDATE SET asked_by = excluded.asked_by, rules_digest = excluded.rules_digest,
          model = excluded.model, graph = excluded.graph, skipped = excluded.skipped,
          names_dropped = excluded.names_dropped, facts_dropped = excluded.facts_dropped
        RETURNING chunk_id)
      UPDATE knowledge_chunk chunk SET is_read = false FROM kept WHERE chunk.id = kept.chunk_id`;
  });
}

/** What a job has made of the chunks of a dataset. */
export async function countExtractions(
  { db }: Database,
  { turn: { datasetId, jobId } }: ExtractionWork,
): Promise<Pick<ExtractionOutcome, 'extracted' | 'skipped' | 'names_dropped' | 'facts_dropped'>> {
  const rows = await db.$queryRaw<{ skipped: string | null; chunks: number; names: number; facts: number }[]>`
    SELECT extraction.skipped, count(*)::int AS chunks, sum(names_dropped)::int AS names, sum(facts_dropped)::int AS
      facts
    FROM knowledge_extraction extraction JOIN knowledge_chunk chunk ON chunk.id = extraction.chunk_id
    WHERE chunk.dataset_id = ${datasetId} AND extraction.asked_by = ${jobId}
    GROUP BY extraction.skipped ORDER BY extraction.skipped`;
  const skipped = rows.flatMap((row) => (row.skipped === null ? [] : [[row.skipped, row.chunks] as const]));
  return {
    extracted: rows.find((row) => row.skipped === null)?.chunks ?? 0,
    skipped: Object.fromEntries(skipped),
    names_dropped: rows.reduce((sum, { names }) => sum + names, 0),
    facts_dropped: rows.reduce((sum, { facts }) => sum + facts, 0),
  };
}
