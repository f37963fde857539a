/** Rows of the cases of an evaluation, with their scores. */
import { Type } from 'typebox';
import type { Database } from '../../platform/database/client.ts';
import { Prisma } from '../../platform/database/generated/client.ts';
import { json } from '../../platform/database/json.ts';
import { decoder } from '../../platform/stored.ts';
import { CaseShape } from '../../engines/evaluation/case.ts';
import type { Case } from '../../engines/evaluation/case.ts';
import type { Measured } from '../../engines/evaluation/metrics/metric.ts';
import { inRanges } from '../jobs/batches.ts';
import type { PlanSize, Range, Rows } from '../jobs/batches.ts';

const caseOf = decoder('A case of an evaluation', CaseShape);

const evidenceOf = decoder('The evidence of a score', Type.Record(Type.String(), Type.Unknown()));

/** A case as its row has it. */
export const readCaseRow = caseOf;

/** A line of the cases as they were submitted. */
export const readCase = (line: string): Case => caseOf(JSON.parse(line));

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

/** The next ranges of cases that are not judged. */
export function casesToJudge(database: Database, jobId: string, after: string, plan: PlanSize): Promise<Range[]> {
  const due = Prisma.sql`
    SELECT id FROM evaluation_case WHERE job_id = ${jobId} AND id > ${BigInt(after)} AND judged_at IS NULL`;
  return inRanges(database, due, plan);
}

export interface UnjudgedCase {
  readonly id: bigint;
  readonly subject: Case;
}

/** The cases of a range that are not judged, in order. */
export async function unjudgedCases(
  { db }: Database,
  jobId: string,
  { first, last }: Rows,
): Promise<readonly UnjudgedCase[]> {
  const rows = await db.evaluationCase.findMany({
    where: { jobId, id: { gte: BigInt(first), lte: BigInt(last) }, judgedAt: null },
    select: { id: true, subject: true },
    orderBy: { id: 'asc' },
  });
  return rows.map(({ id, subject }) => ({ id, subject: caseOf(subject) }));
}

export interface JudgedCase {
  readonly id: bigint;
  /** One for each measurement of the job, in their order. */
  readonly measured: readonly Measured[];
}

/** Commits the scores of cases in one transaction. Cases that another attempt has judged keep theirs. */
export async function commitScores({ db }: Database, cases: readonly JudgedCase[]): Promise<void> {
  await db.$transaction(async (statements) => {
    for (const { id, measured } of cases) {
      const { count } = await statements.evaluationCase.updateMany({
        where: { id, judgedAt: null },
        data: { judgedAt: new Date() },
      });
      if (count === 0) continue;
      await statements.evaluationScore.createMany({
        data: measured.map((result, position) => ({ caseId: id, position, ...columnsOf(result) })),
      });
    }
  });
}

function columnsOf(measured: Measured) {
  if ('score' in measured) return { score: measured.score, unmeasured: null, evidence: json(measured.evidence) };
  const { unmeasured, about } = measured;
  return { score: null, unmeasured, evidence: json(about === undefined ? {} : { about }) };
}

/** What a measurement of a job found in one of its cases. */
export interface StoredScore {
  readonly subject: Case;
  readonly score: number | null;
  /** Why there is none. */
  readonly unmeasured: string | null;
}

/** The scores by the measurement at a position, in the order of the cases: at most `take` after an ordinal. */
export async function scoresAt(
  { db }: Database,
  jobId: string,
  position: number,
  after: number,
  take: number,
): Promise<readonly (StoredScore & { readonly ordinal: number; readonly evidence: unknown })[]> {
  const rows = await db.evaluationScore.findMany({
    where: { position, case: { jobId, ordinal: { gt: after } } },
    select: { score: true, unmeasured: true, evidence: true, case: { select: { ordinal: true, subject: true } } },
    orderBy: { case: { ordinal: 'asc' } },
    take,
  });
  return rows.map(({ case: { ordinal, subject }, ...found }) => ({ ...found, ordinal, subject: caseOf(subject) }));
}

/** A case of a job with what each measurement found, by position. */
export interface ScoredCase {
  readonly ordinal: number;
  readonly scores: readonly {
    readonly position: number;
    readonly score: number | null;
    readonly unmeasured: string | null;
    readonly evidence: Readonly<Record<string, unknown>>;
  }[];
}

/** The first cases of a job, in order. */
export async function casesWithScores({ db }: Database, jobId: string, take: number): Promise<readonly ScoredCase[]> {
  const rows = await db.evaluationCase.findMany({
    where: { jobId },
    select: {
      ordinal: true,
      scores: {
        select: { position: true, score: true, unmeasured: true, evidence: true },
        orderBy: { position: 'asc' },
      },
    },
    orderBy: { ordinal: 'asc' },
    take,
  });
  return rows.map(({ ordinal, scores }) => ({
    ordinal,
    scores: scores.map((found) => ({ ...found, evidence: evidenceOf(found.evidence) })),
  }));
}
