/** Heads and feet of pages, which each section may repeat, as the codes that workbooks of Excel have. */
import { append } from '../../documents/append.ts';
import type { Block } from '../../documents/markdown/model.ts';
import { plainLines } from '../../documents/markdown/plain-lines.ts';

/** The names that Excel has for them, by destination. */
export const PAGE_HEADS: ReadonlyMap<string, string> = new Map([
  ['header', 'oddHeader'],
  ['headerr', 'oddHeader'],
  ['headerl', 'evenHeader'],
  ['headerf', 'firstHeader'],
  ['footer', 'oddFooter'],
  ['footerr', 'oddFooter'],
  ['footerl', 'evenFooter'],
  ['footerf', 'firstFooter'],
]);

/** Stands for the `&` of a code, and in no text. */
const CODE_MARK = '\0';

/** A field that exists only in print as a head has it until its blocks are added: `code` is that of Excel (`&P`). */
export const printedField = (code: string): string => code.replace('&', CODE_MARK);

export class PageHeads {
  readonly #codes = new Map<string, string[]>();
  readonly #keepsAll: boolean;

  /** Unless all are kept, the first of each kind counts. */
  constructor(keepsAll: boolean) {
    this.#keepsAll = keepsAll;
  }

  add(kind: string, blocks: readonly Block[]): void {
    const known = this.#codes.get(kind) ?? [];
    this.#codes.set(kind, known);
    if (known.length === 0 || this.#keepsAll) append(known, plainLines(blocks).map(coded));
  }

  /** Codes by their names. */
  get codes(): ReadonlyMap<string, string> {
    return new Map([...this.#codes].map(([kind, lines]) => [kind, lines.join('\n')]));
  }
}

const coded = (line: string): string => line.replaceAll('&', '&&').replaceAll(CODE_MARK, '&');
