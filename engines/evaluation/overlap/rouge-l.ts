/**
 * ROUGE-L (Lin 2004) as rouge-score computes it without a stemmer: the longest common subsequence of two texts' words.
 */
import type { TextPair } from './bleu.ts';

/** Words of a text; comparing two texts takes time by the product of their lengths. */
export const MOST_WORDS = 20_000;
/** Words that are compared at once, as bits of a number. */
const BITS = 30;
const ALL_BITS = 2 ** BITS - 1;

export interface Overlap {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

const NOTHING: Overlap = { precision: 0, recall: 0, f1: 0 };

/** From 0 to 1; 0 when a text has no words. Of longer texts, the first 20,000 words are compared. */
export function rougeL({ actual, expected }: TextPair): Overlap {
  const [written, wanted] = [wordsOf(actual), wordsOf(expected)];
  const length = longestCommonSubsequence(written, wanted);
  if (length === 0) return NOTHING;
  const [precision, recall] = [length / written.length, length / wanted.length];
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) };
}

const wordsOf = (text: string): string[] => (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).slice(0, MOST_WORDS);

/**
 * Length by the bit-parallel algorithm of Hyyrö (2004): a row of the table is a number of as many bits as there are
 * words.
 */
function longestCommonSubsequence(rows: readonly string[], columns: readonly string[]): number {
  const blocks = Math.ceil(columns.length / BITS);
  const places = placesOf(columns);
  // A bit that is 0 marks a column where the length grows by one.
  const state = new Int32Array(blocks).fill(ALL_BITS);
  for (const word of rows) {
    const matches = places.get(word);
    if (matches === undefined) continue;
    let carry = 0;
    for (let block = 0; block < blocks; block++) {
      const before = state[block] ?? 0;
      const common = before & (matches.get(block) ?? 0);
      const sum = before + common + carry;
      carry = sum > ALL_BITS ? 1 : 0;
      state[block] = (sum & ALL_BITS) | (before & ~common);
    }
  }
  let length = 0;
  for (let column = 0; column < columns.length; column++) {
    length += 1 - (((state[Math.floor(column / BITS)] ?? 0) >>> (column % BITS)) & 1);
  }
  return length;
}

/** Of each word the blocks of columns that have it, and in which of their bits. */
function placesOf(columns: readonly string[]): ReadonlyMap<string, ReadonlyMap<number, number>> {
  const places = new Map<string, Map<number, number>>();
  for (const [column, word] of columns.entries()) {
    const blocks = places.get(word) ?? new Map<number, number>();
    const block = Math.floor(column / BITS);
    blocks.set(block, (blocks.get(block) ?? 0) | (1 << (column % BITS)));
    places.set(word, blocks);
  }
  return places;
}
