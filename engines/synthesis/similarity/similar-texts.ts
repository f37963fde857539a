/**
 * Finds texts that say nearly the same as an earlier one in other words: by the vectors of an embedding model, by
 * names, and by answers.
 */
import type { SimilarityScale } from '../../text/similarity.ts';
import { isSameAnswer } from './answers.ts';
import type { Answer } from './answers.ts';
import { canBeSame } from './names.ts';
import type { NamedText } from './names.ts';

/**
 * From here on two texts with the same names and answers say the same. Fitted on questions and their paraphrases
 * (bench/RESULTS.md, questions in other words), rather too high than too low: an item that repeats another one costs
 * less than one that is lost.
 */
export const SAME_MEANING = 0.84;

/** Numbers of vectors that are compared, 16 MB: 10,922 vectors of 384 numbers, 1,365 of 3,072. */
const MOST_NUMBERS = 4 * 1024 ** 2;

/** How many vectors of this length are compared: those that were added last. */
export const mostCompared = (dimensions: number): number => Math.max(1, Math.floor(MOST_NUMBERS / dimensions));

/** How near two texts are on a scale that all models share: 0 for unrelated ones, 1 for equal ones. */
export const sameness = (cosine: number, { unrelated }: SimilarityScale): number =>
  (cosine - unrelated) / (1 - unrelated);

interface SimilarText {
  readonly place: number;
  readonly named: NamedText;
  readonly answer: Answer | null;
  readonly vector: Float32Array;
}

export class SimilarTexts {
  readonly #texts: SimilarText[] = [];

  /** Vectors are of unit length, all of one model. */
  add(text: SimilarText): void {
    this.#texts.push(text);
    if (this.#texts.length > mostCompared(text.vector.length)) this.#texts.shift();
  }

  /** The most similar text among those that can be the same by their names and answers; `null`: there is none. */
  nearest({
    named,
    answer,
    vector,
  }: Omit<SimilarText, 'place'>): { readonly of: number; readonly cosine: number } | null {
    let best: { readonly of: number; readonly cosine: number } | null = null;
    for (const other of this.#texts) {
      const cosine = dot(vector, other.vector);
      if (cosine <= (best?.cosine ?? -1) || !isSameAnswer(answer, other.answer)) continue;
      if (canBeSame(named, other.named)) best = { of: other.place, cosine };
    }
    return best;
  }
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
