/** Mends drawn grids whose lines do not tell all cells. */

import { centreX, greatest, least } from './geometry.ts';
import { intervalOf } from './grid-cells.ts';
import type { MutableCell, MutableGrid } from './grid-cells.ts';
import { rowsOf } from './rows.ts';
import type { Row } from './rows.ts';
import { placedCells } from './tables.ts';
import type { Word } from './words.ts';

/** Space, in em, that parts the words of a cell which only looks merged. */
const UNMERGE_GAP = 0.9;
/** How far a word may reach over an edge, and how far its centre may lie outside a cell. */
const EDGE_TOLERANCE = 1;
const OUTSIDE_TOLERANCE = 9;

/** Parts cells over several columns whose words keep to their columns: only the lines between are missing. */
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

/** Fewer baselines, or fewer of them in several columns, are a cell of several lines. */
const MIN_BASELINES = 3;
const MIN_SHARE_IN_COLUMNS = 0.75;
/** Rows stand at least so far apart, in em. */
const MIN_PITCH = 0.95;
/** A word reaches over a column's edge when it does so on both sides by so much. */
const CROSSING = 3;

/** Parts rows without lines between them: tall cells whose baselines run through all columns. */
export function splitRows(grid: MutableGrid, xs: readonly number[]): MutableGrid {
  return rowGroups(grid).flatMap((group) => {
    const baselines = hiddenRows(group, xs);
    if (baselines === null) return group;
    return baselines.map((row) => {
      const cells = xs.slice(1).map((): MutableCell => ({ words: [] }));
      for (const word of row.words) cells[intervalOf(xs, centreX(word))]?.words.push(word);
      return cells;
    });
  });
}

/** Rows that no cell spans over, or the smallest groups of them. */
function rowGroups(grid: MutableGrid): MutableGrid[] {
  const ends = new Map<number, number>();
  for (const { row, rowSpan } of placedCells(grid)) ends.set(row, Math.max(ends.get(row) ?? 0, row + rowSpan));
  const groups: MutableGrid[] = [];
  let start = 0;
  let end = 0;
  for (const row of grid.keys()) {
    if (row === end) start = row;
    end = Math.max(end, ends.get(row) ?? row + 1);
    if (row + 1 === end) groups.push(grid.slice(start, end));
  }
  return groups;
}

function hiddenRows(group: MutableGrid, xs: readonly number[]): Row[] | null {
  const cells = placedCells(group);
  const words = cells.flatMap(({ cell }) => cell.words);
  if (words.some((word) => word.rotated)) return null;
  const rows = rowsOf(words);
  const isTall =
    group.length === 1 || cells.some(({ cell, rowSpan }) => rowSpan > 1 && rowsOf(cell.words).length >= MIN_BASELINES);
  if (!isTall || rows.length < MIN_BASELINES) return null;
  const inColumns = rows.filter(
    (row) => new Set(row.words.map((word) => intervalOf(xs, centreX(word)))).size >= Math.min(2, xs.length - 1),
  );
  if (inColumns.length < MIN_SHARE_IN_COLUMNS * rows.length) return null;
  const isSpaced = rows.every((row, index) => {
    const above = rows[index - 1];
    return above === undefined || row.baseline - above.baseline > MIN_PITCH * above.fontSize;
  });
  const crosses = (word: Word): boolean =>
    xs.slice(1, -1).some((x) => word.x0 < x - CROSSING && word.x1 > x + CROSSING);
  return isSpaced && !words.some(crosses) ? rows : null;
}
