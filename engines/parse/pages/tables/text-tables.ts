/** Tables as text, which remain after their page is closed. */

import type { Vocabulary } from '../lines/hyphens.ts';
import { blockText, withLooks } from '../lines/line-text.ts';
import { linksOf } from '../lines/links.ts';
import type { TextLink } from '../lines/links.ts';
import { textLinesOf } from '../lines/text-lines.ts';
import { sum } from '../page/geometry.ts';
import { placedCells } from './table.ts';
import type { Table } from './table.ts';

export interface TextCell {
  readonly text: string;
  readonly links: readonly TextLink[];
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
}

export interface TextTable {
  readonly source: Table['source'];
  /** Edges on the page, in points. */
  readonly x0: number;
  readonly x1: number;
  readonly rows: number;
  readonly columns: number;
  /** Each cell once, in the order of the upper left corners; positions without a cell are blank. */
  readonly cells: readonly TextCell[];
}

/** Reads `table` as text, with its columns in reading order. */
export function textTable(table: Table, vocabulary: Vocabulary): TextTable {
  const columns = table.grid[0]?.length ?? 0;
  const mirrored = isRightToLeft(table);
  const cells = placedCells(table.grid).map(({ cell, row, column, rowSpan, columnSpan }) => ({
    text: blockText(cell.words, vocabulary, withLooks),
    links: linksOf(
      textLinesOf(cell.words).map((line) => line.words),
      vocabulary,
    ),
    row,
    column: mirrored ? columns - column - columnSpan : column,
    rowSpan,
    columnSpan,
  }));
  if (mirrored) cells.sort((a, b) => a.row - b.row || a.column - b.column);
  return { source: table.source, x0: table.x0, x1: table.x1, rows: table.grid.length, columns, cells };
}

/** Tags list cells in reading order; drawn and borderless tables list them from the left. */
function isRightToLeft(table: Table): boolean {
  if (table.source === 'tagged') return false;
  const words = placedCells(table.grid).flatMap(({ cell }) => cell.words);
  const lettered = words.filter((word) => /\p{L}/u.test(word.text));
  return sum(words, (word) => (word.rightToLeft ? 2 : 0)) > lettered.length;
}

/** Tables whose right or left edges are within this distance may be one table that continues on the next page. */
const SAME_EDGE = 8; // no sample between 5 and 13: the padding of a cell

/** Joins `table` and `next`, a table at the head of the following page, if it continues `table`; otherwise `null`. */
export function continuedTable(table: TextTable, next: TextTable): TextTable | null {
  if (table.columns !== next.columns) return null;
  if (Math.abs(table.x0 - next.x0) > SAME_EDGE && Math.abs(table.x1 - next.x1) > SAME_EDGE) return null;
  let heads = 0;
  while (heads < Math.min(table.rows, next.rows) && rowText(table, heads) === rowText(next, heads)) heads++;
  if (heads === 0 && table.source !== next.source) return null;
  const shift = table.rows - heads;
  const added = next.cells.flatMap((cell) => {
    const cut = Math.max(0, heads - cell.row);
    if (cut >= cell.rowSpan) return [];
    return [{ ...cell, row: cell.row + cut + shift, rowSpan: cell.rowSpan - cut }];
  });
  return { ...table, rows: next.rows + shift, cells: [...table.cells, ...added] };
}

/** The text of a row, to detect heads repeated on each page. */
const rowText = (table: TextTable, row: number): string =>
  table.cells
    .filter((cell) => cell.row <= row && row < cell.row + cell.rowSpan)
    .map((cell) => `${cell.column} ${cell.text}`)
    .join('|');
