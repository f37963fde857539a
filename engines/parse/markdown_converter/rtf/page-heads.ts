/** Heads and feet of pages, which each section may repeat, as the codes that workbooks of Excel have. */
import { plainText, type Block } from '../../documents/markdown/model.ts';

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

/** Fields whose results differ by page or by the time of printing. */
const PRINTED = /^\s*(?:(PAGE)|(NUMPAGES|SECTIONPAGES)|(?:DATE|TIME|FILENAME|PRINTDATE|SAVEDATE))\b/i;

/** The code of a field; `null` for one with a text of its own. */
export function printedCode(instruction: string): string | null {
  const [found, page, count] = PRINTED.exec(instruction) ?? [];
  if (found === undefined) return null;
  if (page !== undefined) return '&P';
  return count === undefined ? '' : '&N';
}

export class PageHeads {
  readonly #codes = new Map<string, string[]>();
  readonly #keepsAll: boolean;

  /** Unless all are kept, the first of each kind counts. */
  constructor(keepsAll: boolean) {
    this.#keepsAll = keepsAll;
  }

  add(kind: string, blocks: readonly Block[]): void {
    const known = this.#codes.get(kind) ?? [];
    if (known.length === 0 || this.#keepsAll) this.#codes.set(kind, [...known, ...linesOf(blocks)]);
  }

  /** Codes by their names. */
  get codes(): ReadonlyMap<string, string> {
    return new Map([...this.#codes].map(([kind, lines]) => [kind, lines.join('\n')]));
  }
}

function linesOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block): string[] => {
    switch (block.kind) {
      case 'paragraph':
      case 'heading':
        return [plainText(block.content)];
      case 'table':
        return block.rows.flatMap((row) => row.flatMap((cell) => linesOf(cell.blocks)));
      case 'list':
        return block.items.flatMap((item) => linesOf(item.blocks));
      case 'quote':
        return linesOf(block.blocks);
      case 'code':
        return [block.text];
      default:
        return [];
    }
  });
}
