/** Pearson's test of goodness of fit. */
import type { Distribution } from '../../../engines/synthesis/rows/request.ts';

export interface Fit {
  readonly chiSquare: number;
  readonly degrees: number;
  /** The .999 quantile: what the statistic exceeds once in a thousand right samples. */
  readonly limit: number;
}

/** Classes that are equally likely, of a continuous distribution. */
const CLASSES = 20;
/** Fewer expected values make the statistic unreliable: such classes are joined with the one before. */
const FEWEST = 5;
const Z_999 = 3.0902;

/** `shares`: the expected share of each class; they sum up to 1. */
export function fitOf(counts: readonly number[], shares: readonly number[]): Fit {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const classes: { count: number; expected: number }[] = [];
  for (const [at, share] of shares.entries()) {
    const last = classes.at(-1);
    const [count, expected] = [counts[at] ?? 0, share * all];
    if (last === undefined || (last.expected >= FEWEST && expected >= FEWEST)) classes.push({ count, expected });
    else {
      last.count += count;
      last.expected += expected;
    }
  }
  const chiSquare = classes.reduce((sum, { count, expected }) => sum + (count - expected) ** 2 / expected, 0);
  const degrees = classes.length - 1;
  // Wilson and Hilferty 1931.
  const spread = 2 / (9 * degrees);
  return { chiSquare, degrees, limit: degrees * (1 - spread + Z_999 * Math.sqrt(spread)) ** 3 };
}

export function fitOfDistribution(values: readonly number[], distribution: Distribution): Fit {
  const shares = sharesOf(distribution);
  if (shares !== null) {
    const counts = shares.map(() => 0);
    for (const value of values) {
      const at = Math.min(value - (distribution.type === 'zipf' ? 1 : 0), counts.length - 1);
      counts[at] = (counts[at] ?? 0) + 1;
    }
    return fitOf(counts, shares);
  }
  const counts = Array.from({ length: CLASSES }, () => 0);
  for (const value of values) {
    const at = Math.max(0, Math.min(CLASSES - 1, Math.floor(CLASSES * below(value, distribution))));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return fitOf(
    counts,
    counts.map(() => 1 / CLASSES),
  );
}

/** Largest value of a Poisson distribution of a small mean that has a class of its own. */
const MOST_EVENTS = 20;

/**
 * Shares of whole numbers, from 0 or, of Zipf's, from 1; the last class has all that are larger. `null`: it is
 * continuous.
 */
function sharesOf(distribution: Distribution): readonly number[] | null {
  if (distribution.type === 'zipf') {
    const weights = Array.from({ length: distribution.high }, (_, at) => (at + 1) ** -distribution.exponent);
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return weights.map((weight) => weight / sum);
  }
  if (distribution.type !== 'poisson') return null;
  const shares = [Math.exp(-distribution.mean)];
  for (let events = 1; events < MOST_EVENTS; events++) {
    shares.push(((shares.at(-1) ?? 0) * distribution.mean) / events);
  }
  return [...shares, 1 - shares.reduce((total, share) => total + share, 0)];
}

/** The share of values below this one. */
function below(value: number, distribution: Distribution): number {
  switch (distribution.type) {
    case 'uniform':
      return (value - distribution.low) / (distribution.high - distribution.low);
    case 'normal':
      return normalBelow((value - distribution.mean) / distribution.deviation);
    case 'lognormal':
      return normalBelow(Math.log(value / distribution.median) / distribution.sigma);
    case 'exponential':
      return 1 - Math.exp(-value / distribution.mean);
    case 'poisson':
    case 'zipf':
      throw new Error(`${distribution.type} has whole numbers.`);
  }
}

/** Abramowitz and Stegun 26.2.17; the error is below 7.5e-8. */
function normalBelow(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const series = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const tail =
    series.reduceRight((sum, factor) => (sum + factor) * t, 0) * (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI));
  return z > 0 ? 1 - tail : tail;
}
