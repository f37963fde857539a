/**
 * A sample of values that come one after the other: all of them while there are few, then each as likely as any other
 * (algorithm R, Vitter 1985).
 */
import { seededRandom } from './random.ts';

export class Sample {
  readonly #most: number;
  readonly #random = seededRandom(1);
  readonly #values: number[] = [];
  #seen = 0;

  /** Keeps `most` values. The same values in the same order give the same sample. */
  constructor(most: number) {
    this.#most = most;
  }

  add(value: number): void {
    this.#seen++;
    const place = this.#values.length < this.#most ? this.#values.length : Math.floor(this.#random() * this.#seen);
    if (place < this.#most) this.#values[place] = value;
  }

  get values(): readonly number[] {
    return this.#values;
  }
}
