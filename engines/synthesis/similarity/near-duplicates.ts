/**
 * Finds texts that are nearly the same as an earlier one: candidates by bands of their signatures, checked by Jaccard
 * similarity.
 */
import { SIGNATURE_LENGTH, jaccard, shinglesOf, signatureOf } from './minhash.ts';

/** Texts that share a band are candidates: 32 bands of 4 find 99.9 % of pairs with similarity .7, and few below .3. */
const BANDS = 32;
const BAND_LENGTH = SIGNATURE_LENGTH / BANDS;
/** Candidates of a text that are compared: a band that many texts share says little. */
const MOST_CANDIDATES = 200;

export interface NearDuplicate {
  /** Identifier of the earlier text. */
  readonly of: string;
  readonly similarity: number;
}

export class NearDuplicates {
  readonly #threshold: number;
  readonly #bands = new Map<string, string[]>();
  readonly #shingles = new Map<string, ReadonlySet<string>>();

  /** `threshold`: from which similarity two texts are near-duplicates, over 0 up to 1. */
  constructor(threshold: number) {
    this.#threshold = threshold;
  }

  /** The most similar text that was added and is nearly the same; `null`: none is. */
  find(text: string): NearDuplicate | null {
    const shingles = shinglesOf(text);
    const found = this.#mostSimilar(shingles, bandsOf(signatureOf(shingles)));
    return found !== null && found.similarity >= this.#threshold ? found : null;
  }

  /** Adds a text, unless it is nearly the same as one that was added. Then returns the most similar one. */
  add(id: string, text: string): NearDuplicate | null {
    const found = this.find(text);
    if (found !== null) return found;
    const shingles = shinglesOf(text);
    this.#shingles.set(id, shingles);
    for (const band of bandsOf(signatureOf(shingles))) {
      const ids = this.#bands.get(band);
      if (ids) ids.push(id);
      else this.#bands.set(band, [id]);
    }
    return null;
  }

  #mostSimilar(shingles: ReadonlySet<string>, bands: readonly string[]): NearDuplicate | null {
    const candidates = new Set<string>();
    for (const band of bands) {
      for (const id of this.#bands.get(band) ?? []) {
        if (candidates.size < MOST_CANDIDATES) candidates.add(id);
      }
    }
    let best: NearDuplicate | null = null;
    for (const id of candidates) {
      const similarity = jaccard(shingles, this.#shingles.get(id) ?? new Set());
      if (best === null || similarity > best.similarity) best = { of: id, similarity };
    }
    return best;
  }
}

function bandsOf(signature: Uint32Array): readonly string[] {
  return Array.from({ length: BANDS }, (_, band) => {
    const start = band * BAND_LENGTH;
    return `${band} ${signature.subarray(start, start + BAND_LENGTH).join(' ')}`;
  });
}
