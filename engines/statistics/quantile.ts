/**
 * The nearest-rank quantile: the smallest value that at least a share `p` of the values do not exceed. It is always one
 * of the values.
 */

/** The rank of the quantile `p` (0 to 1) among `count` values, counted from 1: `ceil(p · count)`. */
export function rankOf(p: number, count: number): number {
  // In binary, .07 · 100 is a little more than 7.
  return Math.min(Math.max(Math.ceil(p * count - 1e-9), 1), count);
}

/** `sorted` ascending, not empty; `p` above 0, at most 1: the value of {@link rankOf}. */
export function nearestRank(sorted: ArrayLike<number>, p: number): number {
  const value = sorted[rankOf(p, sorted.length) - 1];
  if (value === undefined) throw new RangeError('A quantile needs a value');
  return value;
}
