/** Heads and feet of the pages of a sheet or text when it is printed, by the codes that Excel has for them. */
import type { HEADER_MODES } from '../../options.ts';
import { text, type Block } from '../../documents/markdown/model.ts';

type Mode = (typeof HEADER_MODES)[number];

/** Fields whose values exist only in print, by their names in Word and OpenDocument, and the codes that Excel has. */
const PRINTED: ReadonlyMap<string, string> = new Map([
  ['page', '&P'],
  ['text:page-number', '&P'],
  ['numpages', '&N'],
  ['sectionpages', '&N'],
  ['text:page-count', '&N'],
  ['date', '&D'],
  ['printdate', '&D'],
  ['savedate', '&D'],
  ['text:date', '&D'],
  ['time', '&T'],
  ['text:time', '&T'],
  ['filename', '&F'],
  ['text:file-name', '&F'],
  ['text:sheet-name', '&A'],
]);

/** The code of a field in a head or foot by its name or instruction; `null` for one with a text of its own. */
export function printedCode(instruction: string): string | null {
  const [name = ''] = instruction.trim().split(/[\s\\]/, 1);
  return PRINTED.get(name.toLowerCase()) ?? null;
}

/** A head and a foot. */
export interface PageHeaders {
  readonly head: readonly Block[];
  readonly foot: readonly Block[];
}

/**
 * `codes` are those of the file by element: `oddHeader`, `firstFooter`. `first` writes those of the first page, and each
 * text once for all the sheets, which `written` has; `keep` writes all.
 */
export function pageHeaders(codes: ReadonlyMap<string, string>, mode: Mode, written: Set<string>): PageHeaders {
  const linesOf = (kind: 'Header' | 'Footer'): Block[] => {
    const [odd, even, first] = ['odd', 'even', 'first'].map((page) => codes.get(`${page}${kind}`));
    const wanted = mode === 'drop' ? [] : mode === 'first' ? [first ?? odd] : [first, odd, even];
    const lines = wanted.flatMap((code) => headerLines(code ?? ''));
    return [...new Set(lines)].flatMap((line): Block[] => {
      if (mode === 'first' && written.has(line)) return [];
      written.add(line);
      return [{ kind: 'paragraph', content: [text(line)] }];
    });
  };
  return { head: linesOf('Header'), foot: linesOf('Footer') };
}

/** An ampersand and a letter, or a font, size or colour; not the number of a page or of all pages. */
const CODE = /&(?:"[^"]*"|\d{1,3}|K[\dA-F]{6}|K\d{2}[+-]\d{3}|[A-MOQ-Z])/gi;
/** The number of a page with the words around it: `Page &P of &N`. */
const PAGE_NUMBER =
  /(?:(?<!\p{L})(?:page|p|pg|seite|s|página|pág|pagina|pag|strona|str|sida|side|sivu|oldal|страница|стр)\.? ?|[第頁页] ?)?&P(?:(?:of|von|de|di|van|z|av|af|из|[/頁页共\s])*&N)?\s?[頁页]?/giu;
const AMPERSAND = '\0';

/** The lines of the left, middle and right section; without page numbers, dates and names of the file or sheet. */
export function headerLines(code: string): string[] {
  return code
    .replaceAll('&&', AMPERSAND)
    .split(/&[LCR]|\n/)
    .map((line) => line.replace(CODE, '').replace(PAGE_NUMBER, '').replaceAll(AMPERSAND, '&').trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
}
