/**
 * The cases of a job with what its measurements found, over their repeats. Whatever reads all of them reads a part at a
 * time.
 */
import { Type } from 'typebox';
import { acrossRepeats } from '../../engines/evaluation/scores/index.ts';
import type { CaseScore, ScoredCase } from '../../engines/evaluation/scores/index.ts';
import type { Database } from '../../platform/database/client.ts';
import type { Prisma } from '../../platform/database/generated/client.ts';
import { decoder } from '../../platform/stored-json.ts';
import { readWholeCase } from './case-rows.ts';

const evidenceOf = decoder('The evidence of a score', Type.Record(Type.String(), Type.Unknown()));

/** Cases read at a time: each can have texts of some 100,000 characters. */
const WHOLE = 50;
/** Of those without their texts. */
const BARE = 1000;

const found = { score: true, unmeasured: true } as const;
const withEvidence = {
  select: { position: true, ...found, evidence: true },
  orderBy: [{ position: 'asc' }, { repeat: 'asc' }],
} satisfies Prisma.EvaluationScoreFindManyArgs;

interface ScoreRow {
  readonly position: number;
  readonly score: number | null;
  readonly unmeasured: string | null;
  readonly evidence: unknown;
}

/** One score of each measurement. The rows are in the order of measurements and repeats. */
function scoresIn(rows: readonly ScoreRow[]): ScoredCase['scores'] {
  return [...Map.groupBy(rows, ({ position }) => position)].map(([position, repeats]) => {
    const shown = repeats.find(({ score }) => score !== null) ?? repeats[0];
    return { position, ...acrossRepeats(repeats), evidence: evidenceOf(shown?.evidence ?? {}) };
  });
}

/** Characters of scores and evidence with which {@link casesWithScores} ends. */
const MOST_CHARACTERS = 16 * 1024 ** 2;

/** The first cases, in order, without their texts: at most `take`, fewer once they have {@link MOST_CHARACTERS}. */
export async function casesWithScores(
  { db }: Database,
  jobId: string,
  take: number,
): Promise<readonly Pick<ScoredCase, 'ordinal' | 'scores'>[]> {
  const cases: Pick<ScoredCase, 'ordinal' | 'scores'>[] = [];
  let characters = 0;
  for (let isLast = false; !isLast;) {
    const rows = await db.evaluationCase.findMany({
      where: { jobId, ordinal: { gt: cases.at(-1)?.ordinal ?? -1 } },
      select: { ordinal: true, scores: withEvidence },
      orderBy: { ordinal: 'asc' },
      take: Math.min(WHOLE, take - cases.length),
    });
    for (const { ordinal, scores: rowsOfCase } of rows) {
      const scores = scoresIn(rowsOfCase);
      cases.push({ ordinal, scores });
      characters += JSON.stringify(scores).length;
      if (characters >= MOST_CHARACTERS) return cases;
    }
    isLast = rows.length < WHOLE || cases.length === take;
  }
  return cases;
}

/** All cases, in order. */
export async function* wholeCases({ db }: Database, jobId: string): AsyncGenerator<ScoredCase> {
  for (let after = -1, isLast = false; !isLast;) {
    const rows = await db.evaluationCase.findMany({
      where: { jobId, ordinal: { gt: after } },
      select: { ordinal: true, subject: true, output: true, scores: withEvidence },
      orderBy: { ordinal: 'asc' },
      take: WHOLE,
    });
    for (const { ordinal, subject, output, scores } of rows) {
      yield { ordinal, subject: readWholeCase(subject, output).subject, scores: scoresIn(scores) };
    }
    after = rows.at(-1)?.ordinal ?? after;
    isLast = rows.length < WHOLE;
  }
}

/** The cases with these ordinals, in the order in which they are named. */
export async function* casesAt(
  { db }: Database,
  jobId: string,
  ordinals: readonly number[],
): AsyncGenerator<ScoredCase> {
  for (let first = 0; first < ordinals.length; first += WHOLE) {
    const named = ordinals.slice(first, first + WHOLE);
    const rows = await db.evaluationCase.findMany({
      where: { jobId, ordinal: { in: [...named] } },
      select: { ordinal: true, subject: true, output: true, scores: withEvidence },
    });
    const byOrdinal = new Map(rows.map((row) => [row.ordinal, row]));
    for (const ordinal of named) {
      const row = byOrdinal.get(ordinal);
      if (row) {
        const { subject } = readWholeCase(row.subject, row.output);
        yield { ordinal, subject, scores: scoresIn(row.scores) };
      }
    }
  }
}

/** What the measurement at a position found in each case, in order. */
export async function* scoresAt(
  { db }: Database,
  jobId: string,
  position: number,
): AsyncGenerator<CaseScore & { readonly ordinal: number }> {
  const repeats = { where: { position }, select: found, orderBy: { repeat: 'asc' } } as const;
  for (let after = -1, isLast = false; !isLast;) {
    const rows = await db.evaluationCase.findMany({
      where: { jobId, ordinal: { gt: after } },
      select: { ordinal: true, scores: repeats },
      orderBy: { ordinal: 'asc' },
      take: BARE,
    });
    for (const { ordinal, scores } of rows) yield { ordinal, ...acrossRepeats(scores) };
    after = rows.at(-1)?.ordinal ?? after;
    isLast = rows.length < BARE;
  }
}

/** The document or conversation of each case that names one, by the ordinal of the case. */
export async function groupsOf({ db }: Database, jobId: string): Promise<ReadonlyMap<number, string>> {
  const rows = await db.$queryRaw<{ ordinal: number; group: string }[]>`
    SELECT ordinal, subject->>'group' AS "group" FROM evaluation_case WHERE job_id = ${jobId} AND subject ? 'group'`;
  return new Map(rows.map(({ ordinal, group }) => [ordinal, group]));
}

/** Characters of a question: more than a line shows. */
const QUESTION = 200;

/**
 * The beginning of what is asked in the cases with these ordinals, or of what was answered. Cases without either are
 * left out.
 */
export async function questionsAt(
  { db }: Database,
  jobId: string,
  ordinals: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db.$queryRaw<{ ordinal: number; question: string | null }[]>`
    SELECT ordinal, left(coalesce(subject->>'user_input', subject#>>'{conversation_turns,0,content}',
      subject->>'actual_output'), ${QUESTION}) AS question
    FROM evaluation_case WHERE job_id = ${jobId} AND ordinal = ANY(${[...ordinals]})`;
  return new Map(rows.flatMap(({ ordinal, question }) => (question ? [[ordinal, question]] : [])));
}
