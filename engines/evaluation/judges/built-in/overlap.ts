/**
 * How much of a claim the sentences of a context have, in time that grows with what is found. Sentences of the same
 * stems are one kind.
 */
import { StemIndex } from './stems.ts';

export class Overlap {
  /** By kind, the indexes of its sentences; ascending, and so are the first ones of all kinds. */
  readonly sentences: readonly (readonly number[])[];
  readonly #index: StemIndex;
  /** By kind; zeros between two calls. */
  readonly #sums: Float64Array;

  /** `sentences`: their stems. */
  constructor(sentences: readonly (readonly string[])[]) {
    const kinds = new Map<string, { readonly stems: readonly string[]; readonly sentences: number[] }>();
    for (const [at, all] of sentences.entries()) {
      const stems = [...new Set(all)].sort();
      const key = stems.join(' ');
      const kind = kinds.get(key);
      if (kind === undefined) kinds.set(key, { stems, sentences: [at] });
      else kind.sentences.push(at);
    }
    this.sentences = [...kinds.values()].map((kind) => kind.sentences);
    this.#index = new StemIndex([...kinds.values()].map(({ stems }) => stems));
    this.#sums = new Float64Array(kinds.size);
  }

  /** Indexes of the sentences that have exactly this stem. */
  sentencesWith(stem: string): number[] {
    return this.#index.withExactly(stem).flatMap((kind) => this.sentences[kind] ?? []);
  }

  /**
   * Visits each kind that has a stem or another form of it, once, in any order, with the sum of the weights of all that
   * it has.
   */
  each(stems: Iterable<readonly [stem: string, weight: number]>, visit: (kind: number, sum: number) => void): void {
    const sums = this.#sums;
    const found: number[] = [];
    for (const [stem, weight] of stems) {
      for (const kind of this.#index.with(stem)) {
        const before = sums[kind] ?? 0;
        if (before === 0) found.push(kind);
        sums[kind] = before + weight;
      }
    }
    for (const kind of found) {
      visit(kind, sums[kind] ?? 0);
      sums[kind] = 0;
    }
  }
}
