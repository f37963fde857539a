/** A set of stems that also finds other forms of a word, which the stemmer leaves apart, such as `restoration` for `restored`. */

/** Shorter stems have too many that begin like them. */
const LEAST_PREFIX = 5;
const LEAST_COMPARED = 6;
/** How much of a word may differ at its end. */
const DROPPED = 2;
const LONGER_BY = 3;
/** Longer prefixes tell no more words apart. */
const MOST_PREFIX = 24;

export class StemSet {
  readonly #stems = new Set<string>();
  readonly #prefixes = new Set<string>();

  constructor(stems: Iterable<string>) {
    for (const stem of stems) {
      if (this.#stems.has(stem)) continue;
      this.#stems.add(stem);
      for (let length = LEAST_PREFIX; length <= Math.min(stem.length, MOST_PREFIX); length++) {
        this.#prefixes.add(stem.slice(0, length));
      }
    }
  }

  /** Whether it has exactly this stem. */
  hasExactly(stem: string): boolean {
    return this.#stems.has(stem);
  }

  /** Whether it has the stem, one that begins with all but its last two letters, or one that it prolongs by up to three. */
  has(stem: string): boolean {
    if (this.#stems.has(stem)) return true;
    if (stem.length < LEAST_COMPARED) return false;
    if (this.#prefixes.has(stem.slice(0, Math.min(Math.max(LEAST_PREFIX, stem.length - DROPPED), MOST_PREFIX))))
      return true;
    for (let length = Math.max(LEAST_PREFIX, stem.length - LONGER_BY); length < stem.length; length++) {
      if (this.#stems.has(stem.slice(0, length))) return true;
    }
    return false;
  }
}
