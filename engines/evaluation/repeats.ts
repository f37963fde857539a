/** One score of a case out of the repeats of a measurement. */
import { mean } from './statistics/bootstrap.ts';

export type Repeated =
  | {
      /** Mean of the repeats that have a score. */
      readonly score: number;
      /** Their standard deviation, with n - 1; `null` for fewer than two. */
      readonly spread: number | null;
    }
  | { readonly unmeasured: string };

/** `found` is not empty. Without any score the reason is that of the first repeat. */
export function acrossRepeats(
  found: readonly { readonly score: number | null; readonly unmeasured: string | null }[],
): Repeated {
  const scores = found.flatMap(({ score }) => (score === null ? [] : [score]));
  if (scores.length === 0) return { unmeasured: found[0]?.unmeasured ?? '' };
  return { score: mean(scores), spread: deviation(scores) };
}

function deviation(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const middle = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1));
}
