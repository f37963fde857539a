/** Rules about code that chunks state. A rule is a span of its chunk, and goes with it; its text is the chunk's. */
import type { CodingRule, RuleKind } from '../../../engines/knowledge/rules/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import type { Accessor } from '../../access/policy.ts';
import { addCounts, readCounts } from '../../jobs/counts.ts';
import { inTokenRanges } from '../../jobs/row-ranges.ts';
import type { PlanSize, Rows, TokenRange } from '../../jobs/row-ranges.ts';
import { chunkTextsIn } from '../documents/chunk-texts.ts';
import type { ChunkText } from '../documents/chunk-texts.ts';
import { readableDocument } from '../datasets/access.ts';
import type { ExtractionOutcome } from '../results.ts';
import { skipCounts, skipsIn } from '../../models/skip-counts.ts';
import { SKIPPED, skippedBy } from '../../models/skips.ts';
import type { SkipReason } from '../../models/skips.ts';
import { lockInTurn } from '../datasets/turns.ts';
import type { Turn } from '../datasets/turns.ts';
import { selectedChunk } from './nodes.ts';
import type { NodeSelection } from './nodes.ts';
import type { MemifyCounts } from './pipelines.ts';

/** Chunks whose rules are to be read. */
export interface RuleSelection {
  readonly datasetId: string;
  /** The job that reads them: a chunk that a model skipped is not tried again by the same job. */
  readonly jobId: string;
  /** What reads them: a chunk that something else has read is read again. */
  readonly reader: string;
  readonly nodes: NodeSelection | null;
}

function due({ datasetId, jobId, reader, nodes }: RuleSelection): Prisma.Sql {
  return Prisma.sql`chunk.dataset_id = ${datasetId} AND ${selectedChunk(nodes)}
    AND chunk.rules_read_by IS DISTINCT FROM ${reader} AND chunk.rules_read_by IS DISTINCT FROM ${skippedBy(jobId)}`;
}

/** The chunks after a row whose rules are still to be read. */
export function chunksForRules(
  database: Database,
  selection: RuleSelection,
  after: string,
  plan: PlanSize,
): Promise<TokenRange[]> {
  const chunks = Prisma.sql`SELECT chunk.id, chunk.tokens FROM knowledge_chunk chunk
    WHERE ${due(selection)} AND chunk.id > ${after}::bigint`;
  return inTokenRanges(database, chunks, plan);
}

/** How many chunks have rules that are still to be read. */
export async function countChunksForRules({ db }: Database, selection: RuleSelection): Promise<number> {
  const [left] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM knowledge_chunk chunk WHERE ${due(selection)}`;
  return left?.count ?? 0;
}

/** Those of a range whose rules are still to be read. */
export function chunkTexts(database: Database, selection: RuleSelection, rows: Rows): Promise<ChunkText[]> {
  const wasSkipped = Prisma.sql`coalesce(starts_with(chunk.rules_read_by, ${SKIPPED}), false)`;
  return chunkTextsIn(database, { due: due(selection), wasSkipped }, rows);
}

/** The rules of one chunk. */
export interface ChunkRules {
  readonly chunk: bigint;
  readonly rules: readonly CodingRule[];
  /** What found them: `rules` or the name of a model. */
  readonly extractor: string;
  /** What a model gave and the text does not state. */
  readonly dropped: number;
  /** Why a model skipped the chunk; `null` when it did not. */
  readonly skipped: SkipReason | null;
}

/** Replaces and counts the rules of these chunks in one transaction. A chunk that was removed meanwhile is left out. */
export async function commitRules(
  { db }: Database,
  turn: Turn,
  reader: string,
  read: readonly ChunkRules[],
): Promise<void> {
  await db.$transaction(async (statements) => {
    await lockInTurn(statements, turn);
    const present = await statements.$queryRaw<{ id: bigint }[]>`
      UPDATE knowledge_chunk chunk SET rules_read_by = made.reader
      FROM unnest(${read.map(({ chunk }) => chunk)}::bigint[],
        ${read.map(({ skipped }) => (skipped === null ? reader : skippedBy(turn.jobId)))}::text[]) AS made(id, reader)
      WHERE chunk.id = made.id AND chunk.rules_read_by IS DISTINCT FROM made.reader
      RETURNING chunk.id`;
    const ids = new Set(present.map(({ id }) => id));
    const kept = read.filter(({ chunk }) => ids.has(chunk));
    const data = kept.flatMap(({ chunk, rules, extractor }) =>
      rules.map((rule) => ({ ...rule, chunkId: chunk, datasetId: turn.datasetId, extractor })),
    );
    await statements.knowledgeRule.deleteMany({ where: { chunkId: { in: [...ids] } } });
    await statements.knowledgeRule.createMany({ data });
    const rules_dropped = kept.reduce((sum, { dropped }) => sum + dropped, 0);
    const counts: MemifyCounts = { chunks_read: ids.size, rules: data.length };
    await addCounts(statements, turn.jobId, { ...counts, rules_dropped, ...skipCounts(kept) });
  });
}

/** What a job has made of the chunks whose rules a model was to read. */
export async function countRuleExtraction(
  database: Database,
  jobId: string,
): Promise<Pick<ExtractionOutcome, 'extracted' | 'skipped' | 'rules_dropped'>> {
  const counts = await readCounts(database, jobId);
  const skipped = skipsIn(counts);
  const extracted = Object.values(skipped).reduce((left, count) => left - count, counts['chunks_read'] ?? 0);
  return { extracted, skipped, rules_dropped: counts['rules_dropped'] ?? 0 };
}

export interface StatedRule {
  readonly id: string;
  readonly kind: RuleKind;
  /** UTF-16 code units of `body`, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly extractor: string;
  readonly chunk: string;
  readonly heading: string;
  readonly body: string;
  readonly documentId: string;
}

/** At most `take` rules of a dataset after a row that the caller may read, in order. */
export function listRules(
  { db }: Database,
  caller: Accessor,
  datasetId: string,
  after: string,
  take: number,
): Promise<StatedRule[]> {
  return db.$queryRaw<StatedRule[]>`
    SELECT rule.id::text, rule.kind, rule.start, rule."end", rule.extractor, chunk.id::text AS chunk, chunk.heading,
      chunk.body,
      document.document_id AS "documentId"
    FROM knowledge_rule rule JOIN knowledge_chunk chunk ON chunk.id = rule.chunk_id
    JOIN knowledge_document document ON document.id = chunk.document_pk
    WHERE rule.dataset_id = ${datasetId} AND rule.id > ${after}::bigint AND ${readableDocument(caller)}
    ORDER BY rule.id LIMIT ${take}`;
}
