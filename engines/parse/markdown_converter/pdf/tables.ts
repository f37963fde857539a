/** Tables as all the finders give them: a grid of cells over words. */

import type { Box } from './geometry.ts';
import { blockText } from './line-text.ts';
import type { Word } from './words.ts';

export interface Cell {
  readonly words: readonly Word[];
}

/** Rows of equal length. A cell that spans stands at each place it covers; `null` is a place without any cell. */
export type Grid = readonly (readonly (Cell | null)[])[];

export interface Table extends Box {
  readonly kind: 'table';
  /** How it was found. */
  readonly source: 'tagged' | 'ruled' | 'borderless';
  readonly grid: Grid;
}

/** Framed boxes of prose side by side: each is laid out like a page of its own. */
export interface Panel extends Box {
  readonly kind: 'panel';
  readonly parts: readonly (readonly Word[])[];
}

export interface PlacedCell {
  readonly cell: Cell;
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
}

/** Each cell once, in the order of its upper left corner. */
export function placedCells(grid: Grid): PlacedCell[] {
  const placed: PlacedCell[] = [];
  const seen = new Set<Cell>();
  for (const [row, cells] of grid.entries()) {
    for (const [column, cell] of cells.entries()) {
      if (cell === null || seen.has(cell)) continue;
      seen.add(cell);
      let columnSpan = 1;
      while (cells[column + columnSpan] === cell) columnSpan++;
      let rowSpan = 1;
      while (grid[row + rowSpan]?.[column] === cell) rowSpan++;
      placed.push({ cell, row, column, rowSpan, columnSpan });
    }
  }
  return placed;
}

export const wordsOfTable = (table: Table | Panel): Word[] =>
  table.kind === 'panel' ? table.parts.flat() : placedCells(table.grid).flatMap(({ cell }) => cell.words);

export const columnCount = (table: Table): number => table.grid[0]?.length ?? 0;

export function tableOf(source: Table['source'], grid: Grid, box: Box): Table {
  return { kind: 'table', source, grid, x0: box.x0, y0: box.y0, x1: box.x1, y1: box.y1 };
}

/** Text of a row, to compare rows: head rows are repeated on each page. */
export const rowText = (row: readonly (Cell | null)[]): string =>
  row.map((cell) => (cell === null ? '' : blockText(cell.words))).join('|');

/** Tables whose right edge or left edge stand so near may be one that continues over pages. */
const SAME_EDGE = 8;

/** The table that `next`, at the head of the following page, continues; `null` when it is another. */
export function continuedTable(table: Table, next: Table): Table | null {
  if (columnCount(table) !== columnCount(next)) return null;
  if (Math.abs(table.x0 - next.x0) > SAME_EDGE && Math.abs(table.x1 - next.x1) > SAME_EDGE) return null;
  const sharedHeads = table.grid.findIndex((row, index) => {
    const other = next.grid[index];
    return other === undefined || rowText(other) !== rowText(row);
  });
  const repeated = sharedHeads === -1 ? table.grid.length : sharedHeads;
  if (repeated === 0 && table.source !== next.source) return null;
  const grid = [...table.grid, ...next.grid.slice(repeated)];
  return tableOf(table.source, grid, table);
}
