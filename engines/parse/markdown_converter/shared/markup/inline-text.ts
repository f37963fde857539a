/** Inline content of text formats: a cursor over the text of a paragraph, and the content read so far. */
import { PLAIN, text, type Format, type Inline } from '../../../documents/markdown/model.ts';
import { SearchOnce } from './search-once.ts';

/** What a pair of delimiters marks. */
type Mark = 'bold' | 'italic' | 'strike';

const SPACE = /^\s?$/;
const WORD = /^[\p{L}\p{N}]$/u;

export class InlineText {
  readonly source: string;
  readonly #format: Format;
  readonly #content: Inline[] = [];
  /** Where the opening delimiter of each mark is in the content. */
  readonly #open = new Map<Mark, number>();
  readonly #search: SearchOnce;
  at = 0;

  constructor(source: string, format: Format = PLAIN) {
    this.source = source;
    this.#search = new SearchOnce(source);
    this.#format = format;
  }

  get isDone(): boolean {
    return this.at >= this.source.length;
  }

  /** The content; delimiters without a partner stay text. */
  get content(): Inline[] {
    return this.#content;
  }

  /** Matches a sticky pattern at the cursor and moves behind it. */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.source);
    if (match !== null) this.at = pattern.lastIndex;
    return match;
  }

  /** Index of a string from a position on; -1 without one. */
  find(wanted: string, from: number): number {
    return this.#search.find(wanted, from);
  }

  add(inline: Inline): void {
    this.#content.push(inline);
  }

  words(words: string, more: Partial<Format> = {}): void {
    this.#content.push(text(words, { ...this.#format, ...more }));
  }

  /** The format outside all marks. */
  get format(): Format {
    return this.#format;
  }

  /**
   * A delimiter at the cursor: it closes its mark at the end of a word, opens it at the beginning of one, and is text
   * otherwise. With `isLoose` it may also stand within a word.
   */
  delimiter(length: number, mark: Mark, isLoose = false): void {
    const before = this.source.charAt(this.at - 1);
    const after = this.source.charAt(this.at + length);
    const canClose = this.#open.has(mark) && !SPACE.test(before) && (isLoose || !WORD.test(after));
    const canOpen = !this.#open.has(mark) && !SPACE.test(after) && (isLoose || !WORD.test(before));
    const written = this.source.slice(this.at, this.at + length);
    this.at += length;
    if (canClose) this.#close(mark);
    else if (canOpen) this.#open.set(mark, this.#content.length);
    if (!canClose) this.words(written);
  }

  /** Each piece of the content is changed once for each mark at most, since ranges of one mark do not overlap. */
  #close(mark: Mark): void {
    const start = this.#open.get(mark) ?? 0;
    for (const [other, at] of this.#open) if (at >= start) this.#open.delete(other);
    this.#content[start] = text('');
    for (let index = start + 1; index < this.#content.length; index++) {
      const inline = this.#content[index];
      if (inline?.kind !== 'text') continue;
      this.#content[index] = { ...inline, format: { ...inline.format, [mark]: true } };
    }
  }
}
