/** How long the texts of a member are, and how varied. */
import { NumberSurvey } from './numbers.ts';
import type { NumberStatistics } from './numbers.ts';

export interface TextStatistics {
  /** Characters. */
  readonly length: NumberStatistics;
  /** Share of the words, and of the pairs of words, that are different ones (Li et al. 2016). */
  readonly distinct_1: number;
  readonly distinct_2: number;
}

/** Pairs that are kept apart; of more texts the shares are those of the first ones. */
const MOST_PAIRS = 250_000;
const WORD = /[\p{L}\p{N}]+/gu;

export class TextSurvey {
  readonly #lengths = new NumberSurvey();
  readonly #words = new Set<string>();
  readonly #pairs = new Set<string>();
  #word = 0;
  #pair = 0;

  add(text: string): void {
    this.#lengths.add(text.length);
    if (this.#pairs.size >= MOST_PAIRS) return;
    const words = text.toLowerCase().match(WORD) ?? [];
    this.#word += words.length;
    this.#pair += Math.max(0, words.length - 1);
    words.forEach((word, index) => {
      this.#words.add(word);
      const before = words[index - 1];
      if (before !== undefined) this.#pairs.add(`${before} ${word}`);
    });
  }

  get statistics(): TextStatistics | null {
    const length = this.#lengths.statistics();
    if (length === null) return null;
    return {
      length,
      distinct_1: share(this.#words.size, this.#word),
      distinct_2: share(this.#pairs.size, this.#pair),
    };
  }
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
