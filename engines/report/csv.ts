/** Rows of CSV (RFC 4180) that spreadsheets show as they are. */

/**
 * A cell that begins so is a formula in a spreadsheet, and could send what the sheet contains elsewhere. A number with
 * a sign is none.
 */
const FORMULA = /^\s*(?![+-][\d.,]+%?$)[=+\-@＝＋－＠]|^[\t\r]/;

/** Excel's longest cell has 32,767 characters. */
const LONGEST = 32_000;

/**
 * A text that would be a formula gets an apostrophe in front. Numbers are written as they are, `null` is an empty cell.
 * Texts are cut after `longest` characters.
 */
export function csvRow(cells: readonly (string | number | null)[], longest = LONGEST): string {
  return `${cells.map((cell) => cellOf(cell, longest)).join(',')}\r\n`;
}

function cellOf(cell: string | number | null, longest: number): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = cell.slice(0, longest);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
