/** The smallest parts of a Markdown text that say something by themselves. */
import { blocksOf } from './markdown/blocks.ts';
import type { Block } from './markdown/blocks.ts';
import { linesOf } from './markdown/lines.ts';
import { itemMark } from './markdown/lists.ts';
import { isLooseDelimiterRow } from './markdown/tables.ts';
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
 * Sentences of prose and of list items, without the marks of items, and rows of tables. Headings, code and the rows
 * with the names of columns are left out: they say nothing alone.
 */
export function statementsOf(markdown: string): Statement[] {
  const statements: Statement[] = [];
  let heading: TextRange | null = null;
  for (const block of blocksOf(markdown)) {
    const { kind, start, end } = block;
    if (kind === 'heading') heading = [start, end];
    else if (kind === 'table') statements.push(...rowsOf(markdown, block, heading));
    else if (kind !== 'code') {
      const parts: readonly TextRange[] = kind === 'list' ? partsOf(markdown, block) : [[start, end]];
      for (const [from, to] of parts.flatMap(([first, last]) => sentencesOf(markdown, first, last)))
        statements.push({ kind: 'sentence', start: from, end: to, heading, columns: null });
    }
  }
  return statements;
}

function columnsOf(text: string, [first, second]: readonly TextRange[]): TextRange | null {
  return first && second && isLooseDelimiterRow(text.slice(...second)) ? first : null;
}

/** The rows of a Markdown text that have the names of columns. */
export function columnRows(markdown: string): TextRange[] {
  const tables = blocksOf(markdown).filter(({ kind }) => kind === 'table');
  return tables.flatMap((table) => {
    const row = columnsOf(markdown, partsOf(markdown, table));
    return row ? [row] : [];
  });
}

function rowsOf(text: string, block: Block, heading: TextRange | null): Statement[] {
  const lines = partsOf(text, block);
  const columns = columnsOf(text, lines);
  return lines
    .filter((line) => line !== columns && /[\p{L}\p{N}]/u.test(text.slice(...line)))
    .map(([start, end]) => ({ kind: 'row', start, end, heading, columns }));
}

/** The lines of a block, without the marks of items and white space around them. */
function partsOf(text: string, { kind, start, end }: Block): TextRange[] {
  const ranges: TextRange[] = [];
  for (const line of linesOf(text, start, end)) {
    const range = trimmed(text, line.start + (kind === 'list' ? itemMark(line.text) : 0), line.end);
    if (range) ranges.push(range);
  }
  return ranges;
}
