/** Fields: ranges between marks, across runs and paragraphs, with an instruction followed by its displayed result. */
import { resolveLink } from '../../../documents/html/links.ts';
import { text, type Inline } from '../../../documents/markdown/model.ts';
import { FieldNumbers } from './field-values.ts';
import { printedMark } from './page-numbers.ts';

interface Field {
  instruction: string;
  /** Whether its instruction is over. */
  isSeparated: boolean;
  isInResult: boolean;
  /** Whether it has a result, or may have one in another paragraph. */
  hasResult: boolean;
  /** Length of the line where the result started. */
  start: number;
  /** Link target of the instruction, computed on first use. */
  link: string | null | undefined;
  /** The value of a form field, which is shown in place of a result. */
  readonly value: readonly Inline[];
}

/** Deeper nesting is an attack. */
const MAX_OPEN = 100;

/** The fields open at the current position, outermost first. */
export class FieldStack {
  readonly #open: Field[] = [];
  readonly #numbers = new FieldNumbers();
  /** Number of open fields beyond {@link MAX_OPEN}, which have no effect. */
  #beyond = 0;
  #level = 1;
  readonly isInHeader: boolean;

  constructor(isInHeader = false) {
    this.isInHeader = isInHeader;
  }

  begin(value: readonly Inline[] = []): void {
    if (this.#open.length === MAX_OPEN) this.#beyond++;
    else {
      const isNew = { isSeparated: false, isInResult: false, hasResult: false };
      this.#open.push({ ...isNew, instruction: '', start: 0, link: undefined, value });
    }
  }

  addInstruction(words: string): void {
    const field = this.#open.at(-1);
    if (field === undefined || field.isSeparated || this.#beyond > 0) return;
    field.instruction += words;
  }

  /** `written` is what the line has so far. */
  separate(written: readonly Inline[]): void {
    const field = this.#open.at(-1);
    if (field === undefined || field.isSeparated || this.#beyond > 0) return;
    field.isSeparated = true;
    // The stored value in a head is that of any page or time.
    field.isInResult = !this.isPrinted(field.instruction);
    field.start = written.length;
  }

  /**
   * Instructions do not span paragraphs: an unterminated one must not hide the rest of the document. `level` is that of
   * a heading, 0 for other paragraphs.
   */
  enterParagraph(level: number): void {
    this.#level = Math.max(1, level);
    for (const field of this.#open) {
      field.isSeparated = true;
      field.isInResult = true;
      field.hasResult = true;
    }
  }

  /** Ends the innermost field; returns what is shown if it has no result. */
  end(written: readonly Inline[]): readonly Inline[] {
    if (this.#beyond > 0) {
      this.#beyond--;
      return [];
    }
    const field = this.#open.pop();
    if (field === undefined || field.hasResult || (field.isInResult && written.length > field.start)) return [];
    const value = field.value.length > 0 ? field.value : this.valueOf(field.instruction);
    if (!this.isInInstruction) return value;
    for (const inline of value) if (inline.kind === 'text') this.addInstruction(inline.text);
    return [];
  }

  isPrinted(instruction: string): boolean {
    return this.isInHeader && printedMark(instruction) !== null;
  }

  /** What is shown for an instruction without a result. */
  valueOf(instruction: string): Inline[] {
    const mark = this.isInHeader ? printedMark(instruction) : null;
    if (mark !== null) return [text(mark)];
    return this.#numbers.valueOf(instruction, this.#level);
  }

  /** Whether text belongs to an instruction, which is not displayed. */
  get isInInstruction(): boolean {
    return this.#open.some((field) => !field.isInResult);
  }

  /** Link target of the enclosing field whose instruction is over, or `null`. */
  get link(): string | null {
    for (const field of this.#open) {
      if (!field.isSeparated) continue;
      if (field.link === undefined) field.link = hyperlinkOf(field.instruction);
      if (field.link !== null) return field.link;
    }
    return null;
  }
}

/** Target of a `HYPERLINK` instruction; `null` for other fields and for targets inside the document (`\l`). */
export function hyperlinkOf(instruction: string): string | null {
  const match = /^\s*HYPERLINK\s+(?!\\l)"([^"]+)"/i.exec(instruction);
  return match === null ? null : resolveLink(match[1] ?? null, null);
}
