/** Corrects drawn grids with missing lines between columns. */

import { centreX, greatest, least } from '../page/geometry.ts';
import type { Word } from '../page/word.ts';
import type { MutableGrid } from './grid-cells.ts';
import { placedCells } from './table.ts';

/** Space, in em, that separates the words of a cell that only looks merged. */
const UNMERGE_GAP = 0.9; // no sample between .36 and 1.8: wider than the spaces of justified lines
/** How far a word may reach over an edge, and how far its centre may be outside a cell. */
const EDGE_TOLERANCE = 1; // no sample between 0 and 6: the overhang of italics
const OUTSIDE_TOLERANCE = 9; // no sample between 6 and 14: half a letter of 18 points

/** Splits cells that span several columns although their words stay within the columns: only the lines are missing. */
export function unmergeColumns(grid: MutableGrid, xs: readonly number[]): MutableGrid {
  const mended = grid.map((row) => [...row]);
  for (const { cell, row, column, rowSpan, columnSpan } of placedCells(grid)) {
    if (columnSpan === 1 || rowSpan > 1) continue;
    const inner = xs.slice(column + 1, column + columnSpan);
    const splits = inner.flatMap((x, index) => (separates(x, cell.words) ? [column + 1 + index] : []));
    if (splits.length === 0) continue;
    const borders = [column, ...splits, column + columnSpan];
    for (const [index, from] of borders.slice(0, -1).entries()) {
      const to = borders[index + 1] ?? from;
      const left = (xs[from] ?? 0) - (index > 0 ? 0 : OUTSIDE_TOLERANCE);
      const right = (xs[to] ?? 0) + (index + 2 < borders.length ? 0 : OUTSIDE_TOLERANCE);
      const part = { words: cell.words.filter((word) => centreX(word) >= left && centreX(word) < right) };
      mended[row]?.splice(from, to - from, ...Array.from({ length: to - from }, () => part));
    }
  }
  return mended;
}

function separates(x: number, words: readonly Word[]): boolean {
  if (words.some((word) => word.x0 < x - EDGE_TOLERANCE && word.x1 > x + EDGE_TOLERANCE)) return false;
  const left = words.filter((word) => word.x1 <= x + EDGE_TOLERANCE);
  const right = words.filter((word) => word.x0 >= x - EDGE_TOLERANCE);
  const [first] = right;
  if (left.length === 0 || first === undefined) return false;
  const gap = least(right.map((word) => word.x0)) - greatest(left.map((word) => word.x1));
  return gap > UNMERGE_GAP * first.fontSize;
}
