/** Durations in bounded memory: four significant digits are kept, so a quantile is within .05 % of an exact one. */
import { rankOf } from '../../statistics/quantile.ts';

/**
 * Durations as they are stored: microseconds (rounded to four digits) with how many durations they stand for,
 * ascending.
 */
export type Buckets = readonly (readonly [microseconds: number, count: number])[];

export class Durations {
  readonly #counts = new Map<number, number>();
  #count = 0;

  constructor(buckets: Buckets = []) {
    for (const [microseconds, count] of buckets) this.#note(microseconds, count);
  }

  get count(): number {
    return this.#count;
  }

  get buckets(): Buckets {
    return [...this.#counts].sort(([a], [b]) => a - b);
  }

  /** Durations below zero, which two readings of a clock may give, count as zero. */
  add(milliseconds: number): void {
    this.#note(fourDigits(Math.max(0, Math.round(milliseconds * 1000))), 1);
  }

  /** Mean, maximum and quantiles by rank `ceil(p · n)`, in milliseconds; `null` without any duration. */
  summary(): DurationSummary | null {
    const { buckets } = this;
    const last = buckets.at(-1);
    if (!last) return null;
    const sum = buckets.reduce((total, [microseconds, count]) => total + microseconds * count, 0);
    const at = (p: number): number => this.#quantile(buckets, p);
    const quantiles = { p50: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99) };
    return { mean: sum / this.#count / 1000, ...quantiles, max: last[0] / 1000 };
  }

  #quantile(buckets: Buckets, p: number): number {
    let left = rankOf(p, this.#count);
    for (const [microseconds, count] of buckets) {
      left -= count;
      if (left <= 0) return microseconds / 1000;
    }
    throw new RangeError('A quantile needs a value');
  }

  #note(microseconds: number, count: number): void {
    this.#counts.set(microseconds, (this.#counts.get(microseconds) ?? 0) + count);
    this.#count += count;
  }
}

export interface DurationSummary {
  readonly mean: number;
  readonly p50: number;
  readonly p90: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

function fourDigits(whole: number): number {
  let unit = 1;
  while (whole / unit >= 10_000) unit *= 10;
  return Math.round(whole / unit) * unit;
}
