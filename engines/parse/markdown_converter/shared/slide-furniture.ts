/** What is the same on every slide: heads, feet, dates, numbers, and the text of layouts and masters. */
import type { ParseOptions } from '../../options.ts';

export type FurnitureKind = 'text' | 'date' | 'number';

export class SlideFurniture {
  readonly #mode: ParseOptions['headers'];
  readonly #written = new Set<string>();

  constructor({ headers }: Pick<ParseOptions, 'headers'>) {
    this.#mode = headers;
  }

  /**
   * Whether it is written, by `options.headers`: `first` writes each text once, and `keep` those of every slide with the
   * dates. The numbers of slides are never written.
   */
  shows(kind: FurnitureKind, words: string): boolean {
    if (kind === 'number' || this.#mode === 'drop') return false;
    if (this.#mode === 'keep') return true;
    const key = words.trim();
    if (kind === 'date' || this.#written.has(key)) return false;
    this.#written.add(key);
    return true;
  }
}
