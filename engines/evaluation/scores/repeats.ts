/** One score of a case out of the repeats of a measurement. */
import { mean } from '../../statistics/bootstrap.ts';

/** What one repeat found: a score, or why there is none. */
export interface Found {
  readonly score: number | null;
  readonly unmeasured: string | null;
}

/** What a measurement found in a case, over its repeats. */
export interface CaseScore {
  /** Mean of the repeats that have a score; `null`: none has. */
  readonly score: number | null;
  /** Standard deviation of the same repeats, with n - 1; `null` for fewer than two. */
  readonly spread: number | null;
  /** Why there is no score; `null` when there is one. */
  readonly unmeasured: string | null;
}

/** `repeats` is in order. Without any score the reason is that of the first repeat. */
export function acrossRepeats(repeats: readonly Found[]): CaseScore {
  const scores = repeats.flatMap(({ score }) => (score === null ? [] : [score]));
  if (scores.length === 0) return { score: null, spread: null, unmeasured: repeats[0]?.unmeasured ?? '' };
  return { score: mean(scores), spread: deviation(scores), unmeasured: null };
}

function deviation(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const middle = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1));
}
