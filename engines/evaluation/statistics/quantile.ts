/** The nearest-rank quantile: the smallest value that at least a share `p` of the values do not exceed. It is always one of the values. */

/** `sorted` ascending, not empty; `p` above 0, at most 1. Rank `ceil(p · n)`, counted from 1. */
export function nearestRank(sorted: ArrayLike<number>, p: number): number {
  // In binary, .07 · 100 is a little more than 7.
  const rank = Math.ceil(p * sorted.length - 1e-9);
  const value = sorted[Math.min(Math.max(rank, 1), sorted.length) - 1];
  if (value === undefined) throw new RangeError('A quantile needs a value');
  return value;
}
