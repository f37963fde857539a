/** The smallest parts of a Markdown text that say something by themselves. */
import { blocksOf } from './blocks.ts';
import type { Block } from './blocks.ts';
import { sentencesOf, trimmed } from './sentences.ts';
import type { TextRange } from './sentences.ts';

export interface Statement {
  readonly kind: 'sentence' | 'row';
  /** UTF-16 code units, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** The nearest heading above it; `null` if the text has none there. */
  readonly heading: TextRange | null;
  /** Of a row, the row with the names of the columns; `null` if the text does not have it. */
  readonly columns: TextRange | null;
}

/**
 * Sentences of prose and of list items, without the marks of items, and rows of tables. Headings, code and the rows with the names
 * of columns are left out: they say nothing alone.
 */
export function statementsOf(markdown: string): Statement[] {
  const statements: Statement[] = [];
  let heading: TextRange | null = null;
  for (const block of blocksOf(markdown)) {
    const { kind, start, end } = block;
    if (kind === 'heading') heading = [start, end];
    else if (kind === 'table') statements.push(...rowsOf(markdown, block, heading));
    else if (kind !== 'code') {
      const parts: readonly TextRange[] = kind === 'list' ? linesOf(markdown, block) : [[start, end]];
      for (const [from, to] of parts.flatMap(([first, last]) => sentencesOf(markdown, first, last)))
        statements.push({ kind: 'sentence', start: from, end: to, heading, columns: null });
    }
  }
  return statements;
}

function columnsOf(text: string, [first, second]: readonly TextRange[]): TextRange | null {
  return first && second && isDelimiter(text.slice(...second)) ? first : null;
}

/** The rows of a Markdown text that have the names of columns. */
export function columnRows(markdown: string): TextRange[] {
  const tables = blocksOf(markdown).filter(({ kind }) => kind === 'table');
  return tables.flatMap((table) => {
    const row = columnsOf(markdown, linesOf(markdown, table));
    return row ? [row] : [];
  });
}

/** The line between the names of the columns and the rows has hyphens, and nothing else but these. */
const isDelimiter = (line: string): boolean => line.includes('-') && !/[^-|: \t]/.test(line);

function rowsOf(text: string, block: Block, heading: TextRange | null): Statement[] {
  const lines = linesOf(text, block);
  const columns = columnsOf(text, lines);
  return lines
    .filter((line) => line !== columns && /[\p{L}\p{N}]/u.test(text.slice(...line)))
    .map(([start, end]) => ({ kind: 'row', start, end, heading, columns }));
}

function linesOf(text: string, { kind, start, end }: Block): TextRange[] {
  const spans: TextRange[] = [];
  for (let at = start; at < end;) {
    const found = text.indexOf('\n', at);
    const stop = found < 0 || found > end ? end : found;
    const mark =
      kind === 'list' ? (/^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/.exec(text.slice(at, stop))?.[0].length ?? 0) : 0;
    const span = trimmed(text, at + mark, stop);
    if (span) spans.push(span);
    at = stop + 1;
  }
  return spans;
}
