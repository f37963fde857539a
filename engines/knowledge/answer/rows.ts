/** Rows of tables as sentences: a row alone does not say what its values are. */
import { statementsOf } from '../chunking/statements.ts';
import type { Statement } from '../chunking/statements.ts';
import type { Span } from '../names/capital-runs.ts';

export interface Tabled {
  /** Headings of the passage, between " › "; the last is the row with the columns' names where the passage continues a table. */
  readonly heading: string;
  /** Markdown. */
  readonly text: string;
}

/** A statement of a passage in words: a sentence as it is, a row as "Column: value; Column: value". */
export function inWords(passage: Tabled, { kind, start, end, columns }: Statement): string {
  const quoted = passage.text.slice(start, end);
  if (kind === 'sentence') return quoted;
  const names = cellsOf(columns ? passage.text.slice(...columns) : (continuedColumns(passage.heading) ?? ''));
  const values = cellsOf(quoted).map((value, index) => (names[index] && value ? `${names[index]}: ${value}` : value));
  return values.filter((value) => value !== '').join('; ');
}

/** What a span of a passage says in words; one that is no statement of it as it is. */
export function quotedInWords(passage: Tabled, { start, end }: Span): string {
  const quoted = passage.text.slice(start, end);
  if (!quoted.startsWith('|')) return quoted;
  const statement = statementsOf(passage.text).find((one) => one.start === start && one.end === end);
  return statement ? inWords(passage, statement) : quoted;
}

/** Between the headings above a passage. */
export const BELOW = ' › ';

/** The row with the columns' names, where a passage continues a table. */
export function continuedColumns(heading: string): string | null {
  const at = heading.startsWith('|') ? 0 : heading.indexOf(`${BELOW}|`);
  return at < 0 ? null : heading.slice(at === 0 ? 0 : at + BELOW.length);
}

/** The headings without the row of a table. */
export function headingsOf(heading: string): string {
  const columns = continuedColumns(heading);
  return columns === null ? heading : heading.slice(0, -columns.length - BELOW.length);
}

/** The cells of a row, trimmed; a bar behind a backslash is part of its cell. */
function cellsOf(row: string): string[] {
  const line = row.trim().replace(/^\|/, '');
  const cells = line.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim());
  return line.endsWith('|') ? cells.slice(0, -1) : cells;
}
