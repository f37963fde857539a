/** Rows of what targets gave for the cases of an evaluation. A case that was submitted with an answer has none. */
import type { Case, Produced } from '../../engines/evaluation/cases/index.ts';
import type { Database, Statements } from '../../platform/database/client.ts';
import { Prisma } from '../../platform/database/generated/client.ts';
import { json } from '../../platform/database/json.ts';
import { inTokenRanges } from '../jobs/row-ranges.ts';
import type { PlanSize, Rows, TokenRange } from '../jobs/row-ranges.ts';
import { readCaseRow } from './case-rows.ts';

/**
 * The next ranges of cases that a target is to be asked about, with the tokens of their texts, estimated at four
 * characters each.
 */
export function casesToAsk(
  database: Database,
  jobId: string,
  after: string,
  plan: PlanSize,
): Promise<readonly TokenRange[]> {
  const due = Prisma.sql`
    SELECT id, length(subject::text) / 4 AS tokens FROM evaluation_case
    WHERE job_id = ${jobId} AND id > ${BigInt(after)} AND ${IS_DUE}`;
  return inTokenRanges(database, due, plan);
}

export interface UnansweredCase {
  readonly id: bigint;
  readonly ordinal: number;
  readonly subject: Case;
}

/** The cases of a range that a target is to be asked about, in order. */
export async function unansweredCases(
  { db }: Database,
  jobId: string,
  { first, last }: Rows,
): Promise<readonly UnansweredCase[]> {
  const rows = await db.$queryRaw<{ id: bigint; ordinal: number; subject: unknown }[]>`
    SELECT id, ordinal, subject FROM evaluation_case
    WHERE job_id = ${jobId} AND id BETWEEN ${BigInt(first)} AND ${BigInt(last)} AND ${IS_DUE} ORDER BY id`;
  return rows.map((row) => ({ ...row, subject: readCaseRow(row.subject) }));
}

/** Of `evaluation_case`: it has no answer, `messagesOf` has something to ask, and nobody has asked yet. */
const IS_DUE = Prisma.sql`NOT jsonb_exists(subject, 'actual_output')
  AND (jsonb_exists(subject, 'user_input') OR subject->'conversation_turns'->-1->>'role' IN ('user', 'tool'))
  AND NOT EXISTS (SELECT FROM evaluation_output WHERE case_id = evaluation_case.id)`;

/**
 * Adds what a target gave; what another attempt has added stays. `false` when it quotes a document that was removed
 * meanwhile: then the target has to be asked again.
 */
export async function commitOutput({ db }: Database, caseId: bigint, produced: Produced): Promise<boolean> {
  if ('failure' in produced) {
    await addOutput(db, { caseId, failure: json(produced.failure) });
    return true;
  }
  const { output, quotes } = produced;
  if (quotes === undefined) {
    await addOutput(db, { caseId, output: json(output) });
    return true;
  }
  const { datasetId } = quotes;
  const documentIds = [...new Set(quotes.documentIds)];
  return db.$transaction(async (statements) => {
    // A removal hides documents first. It waits for this transaction, or this one finds them hidden.
    const present = await statements.$queryRaw<object[]>`
      SELECT document.id FROM knowledge_document document JOIN knowledge_dataset dataset ON dataset.id = dataset_id
      WHERE dataset_id = ${datasetId} AND document_id = ANY(${documentIds}::text[])
        AND document.deleted_at IS NULL AND dataset.deleted_at IS NULL FOR SHARE`;
    if (present.length < documentIds.length) return false;
    await addOutput(statements, { caseId, output: json(output), datasetId, documentIds });
    return true;
  });
}

async function addOutput(db: Statements, row: Prisma.EvaluationOutputCreateManyInput): Promise<void> {
  await db.evaluationOutput.createMany({ data: [row], skipDuplicates: true });
}

/** The documents that the outputs of a job quote, by dataset. */
export async function quotedDocuments(
  { db }: Database,
  jobId: string,
): Promise<readonly { readonly datasetId: string; readonly documentIds: readonly string[] }[]> {
  return db.$queryRaw`
    SELECT dataset_id AS "datasetId", array_agg(DISTINCT document) AS "documentIds"
    FROM evaluation_output JOIN evaluation_case ON id = case_id CROSS JOIN unnest(document_ids) AS document
    WHERE job_id = ${jobId} AND dataset_id IS NOT NULL GROUP BY dataset_id`;
}

/** Of `evaluation_output`: it was removed with a document that it quoted. */
export const REMOVED = { failure: { path: ['reason'], equals: 'document_removed' } };

/** How many outputs the target of a job gave, and how many cases it gave none for. */
export async function countOutputs(
  { db }: Database,
  jobId: string,
): Promise<{ readonly produced: number; readonly failed: number }> {
  const ofJob = { case: { jobId } };
  const [all, failed] = await Promise.all([
    db.evaluationOutput.count({ where: ofJob }),
    db.evaluationOutput.count({ where: { ...ofJob, failure: { not: Prisma.DbNull } } }),
  ]);
  return { produced: all - failed, failed };
}

/** An output as the result of a run shows it. */
export interface ShownOutput {
  /** Its beginning; `null` if there is no output. */
  readonly actual_output: string | null;
  /** Calls of tools. */
  readonly tool_calls: number;
  readonly retrieval_contexts: number;
  readonly latency_ms: number | null;
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly cost_usd: number | null;
  /** Why there is no output. */
  readonly failure: string | null;
}

/** Characters of an answer in the result. */
const SHOWN = 2000;

/** Outputs of the first cases of a job, by the ordinal of the case. */
export async function shownOutputs(
  { db }: Database,
  jobId: string,
  take: number,
): Promise<ReadonlyMap<number, ShownOutput>> {
  const rows = await db.$queryRaw<(ShownOutput & { readonly ordinal: number })[]>`
    SELECT ordinal, left(output->>'actual_output', ${SHOWN}) AS actual_output,
      coalesce(jsonb_array_length(output->'tool_calls'), 0) AS tool_calls,
      coalesce(jsonb_array_length(output->'retrieval_contexts'), 0) AS retrieval_contexts,
      (output->>'latency_ms')::float8 AS latency_ms, (output#>>'{usage,input_tokens}')::int AS input_tokens,
      (output#>>'{usage,output_tokens}')::int AS output_tokens, (output->>'cost_usd')::float8 AS cost_usd,
      failure->>'detail' AS failure
    FROM evaluation_output JOIN evaluation_case ON id = case_id WHERE job_id = ${jobId} ORDER BY ordinal LIMIT ${take}`;
  return new Map(rows.map(({ ordinal, ...output }) => [ordinal, output]));
}
