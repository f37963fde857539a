/** Fields: stretches between marks, over runs and paragraphs, with an instruction first and its shown result after. */
import { resolveLink } from '../html/links.ts';

interface Field {
  instruction: string;
  isInResult: boolean;
}

/** The fields open at the place that is being read, outermost first. */
export class FieldStack {
  readonly #open: Field[] = [];

  begin(): void {
    this.#open.push({ instruction: '', isInResult: false });
  }

  addInstruction(text: string): void {
    const field = this.#open.at(-1);
    if (field !== undefined) field.instruction += text;
  }

  separate(): void {
    const field = this.#open.at(-1);
    if (field !== undefined) field.isInResult = true;
  }

  /** Instructions do not reach over paragraphs: one that never ends must not hide the rest of the document. */
  enterParagraph(): void {
    for (const field of this.#open) field.isInResult = true;
  }

  end(): void {
    this.#open.pop();
  }

  /** Whether text belongs to an instruction and is not shown. */
  get isInInstruction(): boolean {
    return this.#open.some((field) => !field.isInResult);
  }

  /** Address that text links to by a field around it, or `null`. */
  get link(): string | null {
    return this.#open.map((field) => hyperlinkOf(field.instruction)).find((link) => link !== null) ?? null;
  }
}

/** Address of a `HYPERLINK` instruction; `null` for other fields and for places inside the document (`\l`). */
export function hyperlinkOf(instruction: string): string | null {
  const match = /^\s*HYPERLINK\s+(?!\\l)"([^"]+)"/i.exec(instruction);
  return match === null ? null : resolveLink(match[1] ?? null, null);
}
