/**
 * The search for the largest load that holds an objective: it doubles the load until one fails, then halves the
 * interval.
 * @deterministic
 */

export interface Tuning {
  /** What is increased: users of a closed loop, or requests a second of an open one. */
  readonly by: 'parallel' | 'rate';
  readonly lowest: number;
  readonly highest: number;
  /** Levels for each load; it holds when most of them do. */
  readonly repeats: number;
  /** Share of the requests that must meet the objective. */
  readonly share: number;
}

/** A level that was measured for the search. */
export interface Trial {
  readonly load: number;
  readonly holds: boolean;
}

/** The search ends when the interval is this share of the load, or one user. */
const PRECISION = 0.05;

/** No search has more levels than this. */
export function mostTrials({ lowest, highest, repeats }: Tuning): number {
  const doubled = Math.ceil(Math.log2(Math.max(1, highest / lowest))) + 1;
  return (doubled + Math.ceil(Math.log2(1 / PRECISION))) * repeats;
}

/** The load of the next level; `null` when the search has ended. */
export function nextLoad(tuning: Tuning, trials: readonly Trial[]): number | null {
  const { lowest, highest } = tuning;
  const last = trials.at(-1)?.load ?? lowest;
  if (verdictOf(tuning, trials, last) === null) return last;
  const held = largestLoad(tuning, trials);
  if (held === null || held === highest) return null;
  const failed = Math.min(...loadsWith(tuning, trials, false));
  const next = Number.isFinite(failed) ? (held + failed) / 2 : Math.min(held * 2, highest);
  if (Number.isFinite(failed) && failed - held <= Math.max(held * PRECISION, tuning.by === 'parallel' ? 1 : 0)) {
    return null;
  }
  return tuning.by === 'parallel' ? Math.floor(next) : next;
}

/** The largest load that holds; `null` when the lowest does not. */
export function largestLoad(tuning: Tuning, trials: readonly Trial[]): number | null {
  const held = loadsWith(tuning, trials, true);
  return held.length === 0 ? null : Math.max(...held);
}

function loadsWith(tuning: Tuning, trials: readonly Trial[], verdict: boolean): number[] {
  return trials.map(({ load }) => load).filter((load) => verdictOf(tuning, trials, load) === verdict);
}

/** Whether a load holds; `null` while its levels have not decided it. */
function verdictOf({ repeats }: Tuning, trials: readonly Trial[], load: number): boolean | null {
  const own = trials.filter((trial) => trial.load === load);
  const held = own.filter(({ holds }) => holds).length;
  if (held > repeats / 2) return true;
  return own.length - held >= repeats / 2 ? false : null;
}
