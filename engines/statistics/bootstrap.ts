/**
 * Confidence intervals by the percentile bootstrap (Efron 1979) over groups: what one document or conversation supplies
 * belongs together.
 */
import { nearestRank } from './quantile.ts';
import { seededRandom } from './random.ts';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** A fixed seed: the same values have the same interval. */
const SEED = 1;
const RESAMPLES = 1000;
const TAIL = 0.025;
/** Fewer groups say nothing about others. */
const LEAST_GROUPS = 2;

/**
 * The 95 % interval of a statistic of rows; `null` for fewer than two groups. Resamples groups with all their rows, not
 * rows. A resample whose statistic is not a number, such as AUC without one of the classes, is left out.
 */
export function bootstrapInterval<Row>(
  groups: readonly (readonly Row[])[],
  statistic: (rows: readonly Row[]) => number,
): Interval | null {
  if (groups.length < LEAST_GROUPS) return null;
  const random = seededRandom(SEED);
  const found: number[] = [];
  for (let resample = 0; resample < RESAMPLES; resample++) {
    const drawn = Array.from(groups, () => groups[Math.floor(random() * groups.length)] ?? []);
    const value = statistic(drawn.flat());
    if (!Number.isNaN(value)) found.push(value);
  }
  if (found.length === 0) return null;
  found.sort((a, b) => a - b);
  return { low: nearestRank(found, TAIL), high: nearestRank(found, 1 - TAIL) };
}

/** The same interval of the mean, from the sums of the groups: some ten times as fast. */
export function meanInterval(groups: readonly (readonly number[])[]): Interval | null {
  if (groups.length < LEAST_GROUPS) return null;
  const random = seededRandom(SEED);
  const sums = Float64Array.from(groups, (values) => values.reduce((sum, value) => sum + value, 0));
  const means = Float64Array.from({ length: RESAMPLES }, () => {
    let [sum, count] = [0, 0];
    for (let draw = 0; draw < groups.length; draw++) {
      const group = Math.floor(random() * groups.length);
      sum += sums[group] ?? 0;
      count += groups[group]?.length ?? 0;
    }
    return sum / count;
  }).sort();
  return { low: nearestRank(means, TAIL), high: nearestRank(means, 1 - TAIL) };
}

/** NaN for no values. */
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
