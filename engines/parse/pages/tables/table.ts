/** The common form of all found tables: a grid of cells over words. */

import type { Box } from '../page/geometry.ts';
import type { Word } from '../page/word.ts';

export interface Cell {
  readonly words: readonly Word[];
}

/** Rows of equal length. A spanning cell is at each position it covers; `null` is a position without a cell. */
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

export function tableOf(source: Table['source'], grid: Grid, box: Box): Table {
  return { kind: 'table', source, grid, x0: box.x0, y0: box.y0, x1: box.x1, y1: box.y1 };
}
