/** Rows of the levels of a performance run: what each was to do, and what it has measured. */
import { Type } from 'typebox';
import type { Database } from '../../../platform/database/client.ts';
import { json } from '../../../platform/database/json.ts';
import { OrNull, decoder } from '../../../platform/stored-json.ts';
import { reportLevel, LOAD_FAILURES, ARRIVALS, TIMINGS } from '../../../engines/evaluation/performance/index.ts';
import type {
  LevelReport,
  LoadFailure,
  LevelPlan,
  StoredTally,
  Timing,
} from '../../../engines/evaluation/performance/index.ts';

const optionalNumber = OrNull(Type.Number());

const planOf: (stored: unknown) => LevelPlan = decoder(
  'The plan of a level',
  Type.Object({
    load: Type.Object({
      parallel: optionalNumber,
      rate: optionalNumber,
      number: optionalNumber,
      duration_seconds: Type.Number(),
    }),
    arrivals: Type.Object({ process: Type.Enum([...ARRIVALS]), shape: Type.Number() }),
    objective: OrNull(Type.Object({ ttft_ms: optionalNumber, tpot_ms: optionalNumber, latency_ms: optionalNumber })),
    warmup: optionalNumber,
    ramp_seconds: optionalNumber,
    timeout_seconds: Type.Number(),
    request: Type.Object({ model: OrNull(Type.String()), stream: Type.Boolean(), max_tokens: optionalNumber }),
  }),
);

const FAILURES = Object.keys(LOAD_FAILURES) as LoadFailure[];
const counts = Type.Object({
  completed: Type.Integer(),
  succeeded: Type.Integer(),
  within_objective: Type.Integer(),
  retries: Type.Integer(),
  input_tokens: Type.Integer(),
  output_tokens: Type.Integer(),
  uncounted_answers: Type.Integer(),
});
const buckets = Type.Array(Type.Tuple([Type.Number(), Type.Integer()]));

const tallyOf: (stored: unknown) => StoredTally = decoder(
  'The tally of a level',
  Type.Object({
    counts,
    failures: Type.Partial(Type.Record(Type.Enum(FAILURES), Type.Integer())),
    timings: Type.Partial(Type.Record(Type.Enum<Timing[]>([...TIMINGS]), buckets)),
    elapsed_ms: Type.Number(),
    busy_ms: Type.Number(),
    processes: Type.Integer(),
  }),
);

export interface Level {
  /** Its place among the levels of the job, from 0. */
  readonly ordinal: number;
  readonly report: LevelReport;
}

export interface MeasuredLevel extends Level {
  readonly plan: LevelPlan;
  readonly timings: StoredTally['timings'];
}

/** Adds a level unless it is there, and returns what earlier attempts have measured of it; `null`: nothing. */
export async function beginLevel(
  { db }: Database,
  jobId: string,
  ordinal: number,
  plan: LevelPlan,
): Promise<{ readonly tally: StoredTally | null; readonly hasEnded: boolean }> {
  const { tally, endedAt } = await db.evaluationLevel.upsert({
    where: { jobId_ordinal: { jobId, ordinal } },
    create: { jobId, ordinal, plan: json(plan) },
    update: {},
    select: { tally: true, endedAt: true },
  });
  return { tally: tally === null ? null : tallyOf(tally), hasEnded: endedAt !== null };
}

/** Keeps what a level has measured so far; `hasEnded`: that is all. */
export async function keepTally(
  { db }: Database,
  jobId: string,
  ordinal: number,
  tally: StoredTally,
  hasEnded = false,
): Promise<void> {
  await db.evaluationLevel.updateMany({
    where: { jobId, ordinal, endedAt: null },
    data: { tally: json(tally), ...(hasEnded && { endedAt: new Date() }) },
  });
}

/** The levels of a job that have ended, in order. */
export async function levelsOf(database: Database, jobId: string): Promise<Level[]> {
  const levels: Level[] = [];
  for await (const { ordinal, report } of measuredLevels(database, jobId)) levels.push({ ordinal, report });
  return levels;
}

/**
 * The levels of a job that have ended, in order, with all that was measured: one at a time, since each can be some
 * megabytes.
 */
export async function* measuredLevels({ db }: Database, jobId: string): AsyncGenerator<MeasuredLevel> {
  for (let after = -1; ;) {
    const level = await db.evaluationLevel.findFirst({
      where: { jobId, endedAt: { not: null }, ordinal: { gt: after } },
      select: { ordinal: true, plan: true, tally: true },
      orderBy: { ordinal: 'asc' },
    });
    if (level === null) return;
    const { ordinal } = level;
    const [plan, tally] = [planOf(level.plan), tallyOf(level.tally)];
    yield { ordinal, plan, report: reportLevel(plan.load, plan.objective, tally), timings: tally.timings };
    after = ordinal;
  }
}
