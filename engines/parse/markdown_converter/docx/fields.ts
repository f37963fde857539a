/** Fields: stretches between marks, over runs and paragraphs, with an instruction first and its shown result after. */
import { resolveLink } from '../html/links.ts';

interface Field {
  instruction: string;
  isInResult: boolean;
  /** Address that the instruction leads to, once it was asked for. */
  link: string | null | undefined;
}

/** Deeper nesting is made to exhaust its reader. */
const MAX_OPEN = 100;

/** The fields open at the place that is being read, outermost first. */
export class FieldStack {
  readonly #open: Field[] = [];
  /** Fields open beyond {@link MAX_OPEN}, which change nothing. */
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

  /** Instructions do not reach over paragraphs: one that never ends must not hide the rest of the document. */
  enterParagraph(): void {
    for (const field of this.#open) field.isInResult = true;
  }

  end(): void {
    if (this.#beyond > 0) this.#beyond--;
    else this.#open.pop();
  }

  /** Whether text belongs to an instruction and is not shown. */
  get isInInstruction(): boolean {
    return this.#open.some((field) => !field.isInResult);
  }

  /** Address that text links to by a field around it, or `null`. */
  get link(): string | null {
    for (const field of this.#open) {
      if (field.link === undefined) field.link = hyperlinkOf(field.instruction);
      if (field.link !== null) return field.link;
    }
    return null;
  }
}

/** Address of a `HYPERLINK` instruction; `null` for other fields and for places inside the document (`\l`). */
export function hyperlinkOf(instruction: string): string | null {
  const match = /^\s*HYPERLINK\s+(?!\\l)"([^"]+)"/i.exec(instruction);
  return match === null ? null : resolveLink(match[1] ?? null, null);
}
