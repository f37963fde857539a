/** What is shown of numbers: lengths of texts, scores, columns. */
import { histogramOf } from '../../report/plots/histogram.ts';
import type { Histogram } from '../../report/plots/histogram.ts';
import { nearestRank } from '../../statistics/quantile.ts';
import { Sample } from '../../statistics/sample.ts';

export interface NumberStatistics {
  readonly values: number;
  readonly least: number;
  readonly mean: number;
  readonly most: number;
  /** Quantiles and the histogram of more than 5,000 values are those of a sample. */
  readonly p50: number;
  readonly p95: number;
  readonly histogram: Histogram;
}

const MOST_KEPT = 5000;

export class NumberSurvey {
  readonly #sample = new Sample(MOST_KEPT);
  #values = 0;
  #sum = 0;
  #least = Infinity;
  #most = -Infinity;

  add(value: number): void {
    this.#sample.add(value);
    this.#values++;
    this.#sum += value;
    this.#least = Math.min(this.#least, value);
    this.#most = Math.max(this.#most, value);
  }

  /** `null` without a value. `range`: of the histogram; from the least value to the largest one if absent. */
  statistics(range?: readonly [number, number]): NumberStatistics | null {
    if (this.#values === 0) return null;
    const sorted = this.#sample.values.toSorted((a, b) => a - b);
    return {
      values: this.#values,
      least: this.#least,
      mean: this.#sum / this.#values,
      most: this.#most,
      p50: nearestRank(sorted, 0.5),
      p95: nearestRank(sorted, 0.95),
      histogram: histogramOf(sorted, range ?? [this.#least, this.#most]),
    };
  }
}
