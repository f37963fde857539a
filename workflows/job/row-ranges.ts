/** Work on the rows of a table in batches, some side by side, until no row is left. */
import type { Found, RangeEnd, Range, Rows } from '../../domain/jobs/row-ranges.ts';
import type { JobInput } from '../../domain/jobs/model.ts';
import type { Job } from './job.ts';

/** How far a job came. */
export interface RangeProgress {
  /** The last row that is done. */
  readonly after: string;
  /** Rows that are done. */
  readonly completed: number;
  /** The sums of what its steps have found; absent: nothing. */
  readonly found?: Found;
}

/** What the batches are, and what each of them does. */
export interface RangeWork<R extends Range = Range> {
  /** What is done with the units, for people. */
  readonly verb: string;
  readonly unit: string;
  /** How many units there are in all; absent: nobody knows yet. */
  readonly total?: number;
  /** What people see beside the count; absent or `null`: nothing. */
  readonly message?: () => string | null;
  /** The next batches after a row; none when all is done. */
  readonly plan: (after: string) => Promise<R[]>;
  /** A step of a batch. The key is its own. */
  readonly run: (rows: Rows, key: string, range: R) => Promise<RangeEnd>;
}

/** Steps side by side: while some wait for vectors, others write rows. */
const PARALLEL_BATCHES = 4;

/**
 * Runs all batches after `progress`, and returns what was reached. `continueAs` makes the input of a run that goes on
 * from there.
 */
export async function inRowRanges<Progress extends RangeProgress, R extends Range>(
  job: Pick<Job, 'show' | 'showProgress' | 'each' | 'continueAsNewIfSuggested'>,
  progress: Progress,
  { verb, unit, total, message, plan, run }: RangeWork<R>,
  continueAs: (progress: Progress) => JobInput,
): Promise<Progress> {
  for (;;) {
    const ranges = await plan(progress.after);
    const last = ranges.at(-1)?.last;
    if (last === undefined) return progress;
    job.show(`${verb} ${ranges.reduce((sum, { rows }) => sum + rows, 0)} ${unit}`);
    let { completed, found = {} } = progress;
    const reached = (next: number): Progress => ({
      ...progress,
      after: ranges[next - 1]?.last ?? last,
      completed,
      found,
    });
    const options = { parallel: PARALLEL_BATCHES, continueAs: (next: number) => continueAs(reached(next)) };
    await job.each(ranges, options, async (range) => {
      const { first, last, rows } = range;
      let left: Rows = { first, last };
      for (let part = 1, isDone = false; !isDone; part++) {
        const end = await run(left, part === 1 ? first : `${first}.${part}`, range);
        ({ is_done: isDone } = end);
        left = end.rest ?? left;
        found = sums(found, end.found ?? {});
      }
      completed += rows;
      job.showProgress({ completed, total: total ?? null, unit, message: message?.() ?? null });
    });
    progress = reached(ranges.length);
    await job.continueAsNewIfSuggested(continueAs(progress));
  }
}

function sums(one: Found, other: Found): Found {
  const names = Object.keys({ ...one, ...other });
  return Object.fromEntries(names.map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]));
}
