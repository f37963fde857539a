/** Rows of tables as sentences: a row alone does not say what its values are. */
import { columnsAbove } from '../../text/chunking/headings.ts';
import { cellsOf } from '../../text/markdown/tables.ts';
import { statementsOf } from '../../text/statements.ts';
import type { Statement } from '../../text/statements.ts';
import type { Span } from '../../text/span.ts';

export interface Tabled {
  /** As `joinHeadings` makes it. */
  readonly heading: string;
  /** Markdown. */
  readonly text: string;
}

/** A statement of a passage in words: a sentence as it is, a row as "Column: value; Column: value". */
export function inWords(passage: Tabled, { kind, start, end, columns }: Statement): string {
  const quoted = passage.text.slice(start, end);
  if (kind === 'sentence') return quoted;
  const names = cellsOf(columns ? passage.text.slice(...columns) : (columnsAbove(passage.heading) ?? ''));
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
