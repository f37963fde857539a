/** Rows of the cases of an evaluation. */
import type { Database } from '../../platform/database/client.ts';
import { Prisma } from '../../platform/database/generated/client.ts';
import { json } from '../../platform/database/json.ts';
import type { Case, OutputFailure } from '../../engines/evaluation/cases/index.ts';
import { inTokenRanges } from '../jobs/row-ranges.ts';
import type { PlanSize, Rows, TokenRange } from '../jobs/row-ranges.ts';
import { readWholeCase } from './case-rows.ts';

export interface NewCase {
  /** Its place among the cases of the job, from 0. */
  readonly ordinal: number;
  readonly subject: Case;
}

/** Adds the cases that are not there yet: a repeated attempt adds none twice. */
export async function addCases({ db }: Database, jobId: string, cases: readonly NewCase[]): Promise<void> {
  const rows = cases.map(({ ordinal, subject }) => ({ jobId, ordinal, subject: json(subject) }));
  await db.evaluationCase.createMany({ data: rows, skipDuplicates: true });
}

/** The next ranges of cases that are not judged, with the tokens of their texts, estimated at four characters each. */
export function casesToJudge(
  database: Database,
  jobId: string,
  after: string,
  plan: PlanSize,
): Promise<readonly TokenRange[]> {
  const due = Prisma.sql`
    SELECT id, (length(subject::text) + coalesce(length(output::text), 0)) / 4 AS tokens
    FROM evaluation_case LEFT JOIN evaluation_output ON case_id = id
    WHERE job_id = ${jobId} AND id > ${BigInt(after)} AND judged_at IS NULL`;
  return inTokenRanges(database, due, plan);
}

export interface UnjudgedCase {
  readonly id: bigint;
  readonly ordinal: number;
  readonly subject: Case;
  /** Why the target gave no output for it; `null` when it did, or was not asked. */
  readonly failure: OutputFailure | null;
  /** What was found so far: the position of each measurement, and its repeat. */
  readonly scores: readonly { readonly position: number; readonly repeat: number }[];
}

/** The cases of a range that are not judged, in order. */
export async function unjudgedCases(
  { db }: Database,
  jobId: string,
  { first, last }: Rows,
): Promise<readonly UnjudgedCase[]> {
  const rows = await db.evaluationCase.findMany({
    where: { jobId, id: { gte: BigInt(first), lte: BigInt(last) }, judgedAt: null },
    select: {
      id: true,
      ordinal: true,
      subject: true,
      output: true,
      scores: { select: { position: true, repeat: true } },
    },
    orderBy: { id: 'asc' },
  });
  return rows.map(({ subject, output, ...row }) => ({ ...row, ...readWholeCase(subject, output) }));
}

/** Notes that all scores of these cases are there. */
export async function markJudged({ db }: Database, cases: readonly Pick<UnjudgedCase, 'id'>[]): Promise<void> {
  const where = { id: { in: cases.map(({ id }) => id) } };
  await db.evaluationCase.updateMany({ where, data: { judgedAt: new Date() } });
}
