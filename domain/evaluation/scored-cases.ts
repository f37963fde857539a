/** The cases of a job with what its measurements found, as its reports read them: a part at a time. */
import type { Database } from '../../platform/database/client.ts';
import type { Case } from '../../engines/evaluation/case.ts';
import { readCaseRow } from './cases.ts';

export interface FoundScore {
  /** Of its measurement in the job. */
  readonly position: number;
  readonly score: number | null;
  /** Why there is none. */
  readonly unmeasured: string | null;
}

export interface WholeCase {
  /** Its place among the cases of the job, from 0. */
  readonly ordinal: number;
  readonly subject: Case;
  readonly scores: readonly (FoundScore & { readonly evidence: unknown })[];
}

const score = { position: true, score: true, unmeasured: true } as const;
const inOrder = { orderBy: { position: 'asc' } } as const;

/** Cases read at a time: each can have texts of some 100,000 characters. */
const WHOLE = 50;
const SCORES = 1000;

/** All cases, in order. */
export async function* wholeCases({ db }: Database, jobId: string): AsyncGenerator<WholeCase> {
  for (let after = -1, isLast = false; !isLast;) {
    const rows = await db.evaluationCase.findMany({
      where: { jobId, ordinal: { gt: after } },
      select: { ordinal: true, subject: true, scores: { select: { ...score, evidence: true }, ...inOrder } },
      orderBy: { ordinal: 'asc' },
      take: WHOLE,
    });
    for (const row of rows) yield { ...row, subject: readCaseRow(row.subject) };
    after = rows.at(-1)?.ordinal ?? after;
    isLast = rows.length < WHOLE;
  }
}

/** The cases with these ordinals, in the order in which they are named. */
export async function* casesAt(
  { db }: Database,
  jobId: string,
  ordinals: readonly number[],
): AsyncGenerator<WholeCase> {
  for (let first = 0; first < ordinals.length; first += WHOLE) {
    const named = ordinals.slice(first, first + WHOLE);
    const rows = await db.evaluationCase.findMany({
      where: { jobId, ordinal: { in: [...named] } },
      select: { ordinal: true, subject: true, scores: { select: { ...score, evidence: true }, ...inOrder } },
    });
    const byOrdinal = new Map(rows.map((row) => [row.ordinal, row]));
    for (const ordinal of named) {
      const row = byOrdinal.get(ordinal);
      if (row) yield { ...row, subject: readCaseRow(row.subject) };
    }
  }
}

/** The scores of all cases, in order, without the cases themselves. */
export async function* scoresOfCases(
  { db }: Database,
  jobId: string,
): AsyncGenerator<{ readonly ordinal: number; readonly scores: readonly FoundScore[] }> {
  for (let after = -1, isLast = false; !isLast;) {
    const rows = await db.evaluationCase.findMany({
      where: { jobId, ordinal: { gt: after } },
      select: { ordinal: true, scores: { select: score, ...inOrder } },
      orderBy: { ordinal: 'asc' },
      take: SCORES,
    });
    yield* rows;
    after = rows.at(-1)?.ordinal ?? after;
    isLast = rows.length < SCORES;
  }
}
