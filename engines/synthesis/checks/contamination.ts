/**
 * Finds items that have words of evaluation datasets: 13 words in a row (Brown et al. 2020, appendix C), or a whole
 * short text.
 */
import { isUnspaced, lower, words } from '../../text/words.ts';
import type { Item } from '../items/item.ts';
import { hashesOf } from '../similarity/minhash.ts';
import { askedIn } from './duplicates.ts';
import { madeTexts, textsIn } from './texts.ts';

/** Words of a run. A text with fewer is compared as a whole. */
const RUN = 13;

/**
 * The numbers of all runs of 13 words, or of the whole of a shorter text: equal for equal words, without case and
 * punctuation. In scripts without spaces, characters count as words.
 */
function* runsOf(text: string): Generator<number> {
  const hashes = unitsOf(text).map(hashesOf);
  if (hashes.length === 0) return;
  const length = Math.min(RUN, hashes.length);
  for (let start = 0; start + length <= hashes.length; start++) {
    let [high, low] = [length, ~length];
    for (let at = start; at < start + length; at++) {
      const [first, second] = hashes[at] ?? [0, 0];
      high = Math.imul(high ^ first, 0x01000193);
      low = Math.imul(low ^ second, 0x5bd1e995);
    }
    // 53 bits: of a million runs against a hundred million, one in a hundred is equal by chance.
    yield (high >>> 11) * 2 ** 32 + (low >>> 0);
  }
}

const unitsOf = (text: string): readonly string[] =>
  [...words(lower(text))].flatMap(({ text: word }) => (isUnspaced(word) ? Array.from(word) : [word]));

/** What is compared of an item. */
export interface Candidate {
  readonly ordinal: number;
  readonly value: Item['value'];
}

/** Items that rows are compared with. Its memory is that of the runs of the items. */
export class Contamination {
  readonly #candidates: readonly Candidate[];
  readonly #wanted = new Set<number>();
  /** Those that a row has. */
  readonly #found = new Set<number>();

  constructor(candidates: readonly Candidate[]) {
    this.#candidates = candidates;
    for (const { value } of candidates) for (const run of runsOfItem(value)) this.#wanted.add(run);
  }

  /** Reads a row of a dataset. */
  addRow(row: unknown): void {
    for (const text of textsIn(row)) for (const run of runsOf(text)) if (this.#wanted.has(run)) this.#found.add(run);
  }

  /** The places of the items that share a run with a row. */
  get contaminated(): readonly number[] {
    if (this.#found.size === 0) return [];
    return this.#candidates.flatMap(({ ordinal, value }) =>
      [...runsOfItem(value)].some((run) => this.#found.has(run)) ? [ordinal] : [],
    );
  }
}

/** Of all long texts, and of what it asks, even if that is short: an answer such as "1783" is in many datasets. */
function* runsOfItem(value: Item['value']): Generator<number> {
  const { text: own } = value;
  const asked = askedIn(value) ?? own;
  if (typeof asked === 'string') yield* runsOf(asked);
  for (const text of madeTexts(value)) if (unitsOf(text.text).length >= RUN) yield* runsOf(text.text);
}
