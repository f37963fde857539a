/** Cells of a drawn grid: positions without a line between them are one cell. */

import { centreX, centreY, greatest } from '../page/geometry.ts';
import type { Box } from '../page/geometry.ts';
import type { Word } from '../page/word.ts';
import type { DrawnGrid } from './drawn-grids.ts';
import type { Grid } from './table.ts';

/** A cell of a grid that is still being filled and corrected. */
export interface MutableCell {
  words: Word[];
}
export type MutableGrid = MutableCell[][];

/** The grid as drawn, its cells still empty. */
export function emptyGrid(drawn: DrawnGrid): MutableGrid {
  const { xs, ys } = drawn;
  const rowCount = ys.length - 1;
  const columnCount = xs.length - 1;
  const owners: (MutableCell | undefined)[][] = Array.from({ length: rowCount }, () => []);
  const isFree = (row: number, column: number): boolean => owners[row]?.[column] === undefined;
  const wall = (row: number, column: number): boolean =>
    drawn.hasVertical(xs[column] ?? 0, ys[row] ?? 0, ys[row + 1] ?? 0);
  const floor = (row: number, column: number): boolean =>
    drawn.hasHorizontal(ys[row] ?? 0, xs[column] ?? 0, xs[column + 1] ?? 0);

  for (let row = 0; row < rowCount; row++) {
    for (let column = 0; column < columnCount; column++) {
      if (!isFree(row, column)) continue;
      let right = column + 1;
      while (right < columnCount && isFree(row, right) && !wall(row, right)) right++;
      const columns = [...Array(right - column).keys()].map((offset) => column + offset);
      const opensInto = (next: number): boolean =>
        columns.every((at) => isFree(next, at) && !floor(next, at)) && columns.slice(1).every((at) => !wall(next, at));
      let bottom = row + 1;
      while (bottom < rowCount && opensInto(bottom)) bottom++;
      const cell: MutableCell = { words: [] };
      for (const owner of owners.slice(row, bottom)) {
        for (const at of columns) owner[at] = cell;
      }
    }
  }
  return owners.map((owner) => owner.flatMap((cell) => cell ?? []));
}

/** Index of the interval of ascending `edges` that contains `value`; the nearest one when it is outside. */
export function intervalOf(edges: readonly number[], value: number): number {
  const after = edges.findIndex((edge, index) => index > 0 && edge >= value);
  return (after === -1 ? edges.length - 1 : after) - 1;
}

export function gridBox({ xs, ys }: DrawnGrid): Box {
  return { x0: xs[0] ?? 0, y0: ys[0] ?? 0, x1: xs.at(-1) ?? 0, y1: ys.at(-1) ?? 0 };
}

/** Puts each word into the cell under its centre. */
export function fillGrid(grid: MutableGrid, drawn: DrawnGrid, words: readonly Word[]): void {
  for (const word of words) {
    grid[intervalOf(drawn.ys, centreY(word))]?.[intervalOf(drawn.xs, centreX(word))]?.words.push(word);
  }
}

export const isInside = (word: Word, box: Box): boolean =>
  centreX(word) > box.x0 && centreX(word) < box.x1 && centreY(word) > box.y0 && centreY(word) < box.y1;

/** Share of the grid that its largest cell covers. */
export function largestShare(grid: Grid): number {
  const sizes = new Map<unknown, number>();
  for (const cell of grid.flat()) sizes.set(cell, (sizes.get(cell) ?? 0) + 1);
  return greatest([...sizes.values()]) / grid.flat().length;
}
