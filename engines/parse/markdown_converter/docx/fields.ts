/** Fields: ranges between marks, across runs and paragraphs, with an instruction followed by its displayed result. */
import { resolveLink } from '../../documents/html/links.ts';

interface Field {
  instruction: string;
  isInResult: boolean;
  /** Link target of the instruction, computed on first use. */
  link: string | null | undefined;
}

/** Deeper nesting is an attack. */
const MAX_OPEN = 100;

/** The fields open at the current position, outermost first. */
export class FieldStack {
  readonly #open: Field[] = [];
  /** Number of open fields beyond {@link MAX_OPEN}, which have no effect. */
  #beyond = 0;

  begin(): void {
    if (this.#open.length === MAX_OPEN) this.#beyond++;
    else this.#open.push({ instruction: '', isInResult: false, link: undefined });
  }

  addInstruction(text: string): void {
    const field = this.#open.at(-1);
    if (field === undefined || this.#beyond > 0) return;
    field.instruction += text;
    field.link = undefined;
  }

  separate(): void {
    const field = this.#open.at(-1);
    if (field !== undefined && this.#beyond === 0) field.isInResult = true;
  }

  /** Instructions do not span paragraphs: an unterminated one must not hide the rest of the document. */
  enterParagraph(): void {
    for (const field of this.#open) field.isInResult = true;
  }

  end(): void {
    if (this.#beyond > 0) this.#beyond--;
    else this.#open.pop();
  }

  /** Whether text belongs to an instruction, which is not displayed. */
  get isInInstruction(): boolean {
    return this.#open.some((field) => !field.isInResult);
  }

  /** Link target of the enclosing field, or `null`. */
  get link(): string | null {
    for (const field of this.#open) {
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
