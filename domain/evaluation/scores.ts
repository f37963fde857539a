/** Rows of what measurements found in the cases of an evaluation: one for each case, measurement and repeat. */
import { Type } from 'typebox';
import type { Measured } from '../../engines/evaluation/metrics/metric.ts';
import { acrossRepeats } from '../../engines/evaluation/repeats.ts';
import type { Database } from '../../platform/database/client.ts';
import { json } from '../../platform/database/json.ts';
import { decoder } from '../../platform/stored.ts';

const evidenceOf = decoder('The evidence of a score', Type.Record(Type.String(), Type.Unknown()));

export interface NewScore {
  readonly caseId: bigint;
  /** Of the measurement in the job, from 0. */
  readonly position: number;
  /** From 0. */
  readonly repeat: number;
  readonly measured: Measured;
}

/** Adds scores. Those that another attempt has added stay. */
export async function commitScores({ db }: Database, scores: readonly NewScore[]): Promise<void> {
  const rows = scores.map(({ caseId, position, repeat, measured }) => ({
    ...{ caseId, position, repeat },
    ...columnsOf(measured),
  }));
  await db.evaluationScore.createMany({ data: rows, skipDuplicates: true });
}

function columnsOf(measured: Measured) {
  if ('score' in measured) return { score: measured.score, unmeasured: null, evidence: json(measured.evidence) };
  const { unmeasured, about } = measured;
  return { score: null, unmeasured, evidence: json(about === undefined ? {} : { about }) };
}

/** What a measurement found in a case: a score, or why there is none. */
export interface Found {
  readonly score: number | null;
  readonly unmeasured: string | null;
}

/** A case with what each repeat of one measurement found, in their order. */
export interface FoundInCase {
  readonly ordinal: number;
  /** The document or conversation of the case; `null` when it names none. */
  readonly group: string | null;
  readonly found: readonly Found[];
}

/** What the measurement at a position found, in the order of the cases: at most `take` cases after an ordinal. */
export async function scoresAt(
  { db }: Database,
  jobId: string,
  position: number,
  after: number,
  take: number,
): Promise<readonly FoundInCase[]> {
  return db.$queryRaw<FoundInCase[]>`
    SELECT ordinal, subject->>'group' AS group, (
      SELECT coalesce(json_agg(json_build_object('score', score, 'unmeasured', unmeasured) ORDER BY repeat), '[]')
      FROM evaluation_score WHERE case_id = id AND position = ${position}) AS found
    FROM evaluation_case WHERE job_id = ${jobId} AND ordinal > ${after} ORDER BY ordinal LIMIT ${take}`;
}

/** A case of a job with what each measurement found in it, over its repeats, in the order of the measurements. */
export interface ScoredCase {
  readonly ordinal: number;
  readonly scores: readonly (Found & {
    readonly position: number;
    readonly spread: number | null;
    /** Of the first repeat with a score, or of the first when none has. */
    readonly evidence: Readonly<Record<string, unknown>>;
  })[];
}

/** The first cases of a job, in order. */
export async function casesWithScores({ db }: Database, jobId: string, take: number): Promise<readonly ScoredCase[]> {
  const rows = await db.evaluationCase.findMany({
    where: { jobId },
    select: {
      ordinal: true,
      scores: {
        select: { position: true, score: true, unmeasured: true, evidence: true },
        orderBy: [{ position: 'asc' }, { repeat: 'asc' }],
      },
    },
    orderBy: { ordinal: 'asc' },
    take,
  });
  return rows.map(({ ordinal, scores }) => ({
    ordinal,
    scores: [...Map.groupBy(scores, ({ position }) => position)].map(([position, repeats]) => {
      const [first] = repeats;
      const evidence = evidenceOf((repeats.find(({ score }) => score !== null) ?? first)?.evidence ?? {});
      return { position, score: null, spread: null, unmeasured: null, ...acrossRepeats(repeats), evidence };
    }),
  }));
}
