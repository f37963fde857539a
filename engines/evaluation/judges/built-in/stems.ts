/**
 * Sets of stems that also find other forms of a word, which the stemmer leaves apart, such as `restoration` for
 * `restored`.
 */

/** Shorter stems have too many that begin like them. */
const LEAST_PREFIX = 5;
const LEAST_COMPARED = 6;
/** How much of a word may differ at its end. */
const DROPPED = 2;
const LONGER_BY = 3;
/** Longer prefixes tell no more words apart. */
const MOST_PREFIX = 24;

const NONE: readonly number[] = [];

/** Which of many sets have a stem, in time that grows with their number. */
export class StemIndex {
  /** Indexes of the sets, ascending. */
  readonly #byStem = new Map<string, number[]>();
  readonly #byPrefix = new Map<string, number[]>();

  constructor(sets: readonly (readonly string[])[]) {
    for (const [at, stems] of sets.entries()) {
      for (const stem of stems) {
        if (!add(this.#byStem, stem, at)) continue;
        for (let length = LEAST_PREFIX; length <= Math.min(stem.length, MOST_PREFIX); length++) {
          add(this.#byPrefix, stem.slice(0, length), at);
        }
      }
    }
  }

  /** Those that have exactly this stem. */
  withExactly(stem: string): readonly number[] {
    return this.#byStem.get(stem) ?? NONE;
  }

  /**
   * Those that have the stem, one that begins with all but its last two letters, or one that it prolongs by up to
   * three.
   */
  with(stem: string): readonly number[] {
    if (stem.length < LEAST_COMPARED) return this.withExactly(stem);
    const prefix = stem.slice(0, Math.min(Math.max(LEAST_PREFIX, stem.length - DROPPED), MOST_PREFIX));
    // The stem itself, and what it prolongs by less, begin with the prefix.
    const prolonged = stem.slice(0, Math.max(LEAST_PREFIX, stem.length - LONGER_BY));
    return union(this.#byPrefix.get(prefix) ?? NONE, this.withExactly(prolonged));
  }
}

/** One such set. */
export class StemSet {
  readonly #index: StemIndex;

  constructor(stems: readonly string[]) {
    this.#index = new StemIndex([stems]);
  }

  /** Whether it has the stem or another form of it. */
  has(stem: string): boolean {
    return this.#index.with(stem).length > 0;
  }
}

/** Sets are added in their order. Says whether this one is new there. */
function add(sets: Map<string, number[]>, key: string, at: number): boolean {
  const known = sets.get(key);
  if (known === undefined) sets.set(key, [at]);
  else if (known.at(-1) === at) return false;
  else known.push(at);
  return true;
}

/** Of ascending numbers. */
function union(some: readonly number[], others: readonly number[]): readonly number[] {
  if (some.length === 0 || others.length === 0) return some.length === 0 ? others : some;
  const all: number[] = [];
  for (let [left, right] = [0, 0]; left < some.length || right < others.length;) {
    const [a, b] = [some[left] ?? Infinity, others[right] ?? Infinity];
    all.push(Math.min(a, b));
    if (a <= b) left++;
    if (b <= a) right++;
  }
  return all;
}
