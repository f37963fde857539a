/** Formulas of cells, as the program shows them. */
import { PLAIN, text, type Inline } from '../../../documents/markdown/model.ts';
import { columnIndex, columnLetters, MAX_COLUMNS, MAX_ROWS } from './grid.ts';

/** Prefixes that the file adds to newer functions, and the formula's own sheet or parameters in them. */
const PREFIX = /_xl(?:fn|ws|pm|udf)\./g;

export const shownFormula = (formula: string): Inline[] => [
  text(`=${formula.replace(PREFIX, '')}`, { ...PLAIN, code: true }),
];

/** The address and the text of a link made by `HYPERLINK` of constants; `null` for any other formula. */
export function linkFormula(formula: string): { readonly address: string; readonly words: string } | null {
  const match = /^HYPERLINK\(\s*"([^"]*)"\s*(?:[,;]\s*"((?:[^"]|"")*)"\s*)?\)$/i.exec(formula.trim());
  if (match === null) return null;
  const [, address = '', words = address] = match;
  return { address, words: words.replaceAll('""', '"') };
}

/** The identifier of the picture that a formula of WPS Office shows, or `null`. */
export const pictureOf = (formula: string): string | null => /DISPIMG\("([^"]*)"/i.exec(formula)?.[1] ?? null;

/** A string, the quoted name of a sheet, a name or number, or a reference that moves with its cell. */
const TOKEN = /"[^"]*"|'[^']*'|(\$?)([A-Z]{1,3})(\$?)(\d{1,7})(?![\w.(!])|[\w.$]+/gi;

/** A formula as it is in a cell that is `down` rows below and `right` columns beside its own. */
export function movedFormula(formula: string, down: number, right: number): string {
  return formula.replace(
    TOKEN,
    (token, fixedColumn: string | undefined, letters: string | undefined, fixedRow: string, digits: string) => {
      if (letters === undefined) return token;
      const column = columnIndex(letters) + (fixedColumn === '$' ? 0 : right);
      const row = Number(digits) + (fixedRow === '$' ? 0 : down);
      const isInside = column >= 0 && column < MAX_COLUMNS && row > 0 && row <= MAX_ROWS;
      return isInside ? `${fixedColumn}${columnLetters(column)}${fixedRow}${row}` : '#REF!';
    },
  );
}
