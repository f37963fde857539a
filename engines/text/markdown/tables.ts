/** The rows of tables with pipes, as in GFM: a row is a line, and bars separate its cells. */
import type { Span } from '../span.ts';

/**
 * Which bars are part of a cell. `bar`, by GFM: those with a backslash before them. `pair`: a backslash escapes
 * whatever follows, also another backslash, so that `\\|` ends a cell. Records of datasets are stored so.
 */
export type CellEscape = 'bar' | 'pair';

/** The parts of a row that bars separate, with what stands before the first bar and behind the last one. */
export function partsOfRow(text: string, { start, end }: Span, escape: CellEscape = 'bar'): Span[] {
  const parts: Span[] = [];
  let from = start;
  for (let at = start; at < end; at++) {
    if (text[at] === '\\' && (escape === 'pair' || text[at + 1] === '|')) at++;
    else if (text[at] === '|') {
      parts.push({ start: from, end: at });
      from = at + 1;
    }
  }
  parts.push({ start: from, end });
  return parts;
}

/** The cells of a row as inline Markdown, trimmed. The bars at the ends of the row may be missing. */
export function cellsOf(row: string, escape: CellEscape = 'bar'): string[] {
  const text = row.trim();
  const parts = partsOfRow(text, { start: 0, end: text.length }, escape).slice(text.startsWith('|') ? 1 : 0);
  if (parts.at(-1)?.start === text.length) parts.pop();
  return parts.map(({ start, end }) => text.slice(start, end).trim().replaceAll('\\|', '|'));
}

/**
 * Whether a row with these cells separates the names of the columns from the rows, by GFM: hyphens, perhaps between
 * colons.
 */
export const isDelimiterRow = (cells: readonly string[]): boolean => cells.every((cell) => /^:?-+:?$/.test(cell));

/**
 * The same for a row of which a cell may be empty, as statements have been read: hyphens, and nothing but what such
 * rows consist of.
 */
export const isLooseDelimiterRow = (row: string): boolean => row.includes('-') && !/[^-|: \t]/.test(row);
