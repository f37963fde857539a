/** Corrects drawn grids with missing lines between rows. */

import { textLinesOf } from '../lines/text-lines.ts';
import type { TextLine } from '../lines/text-lines.ts';
import { centreX } from '../page/geometry.ts';
import type { Word } from '../page/word.ts';
import { intervalOf } from './grid-cells.ts';
import type { MutableCell, MutableGrid } from './grid-cells.ts';
import { placedCells } from './table.ts';

/** With fewer baselines, or a smaller share of them in several columns, the row is one with cells of several lines. */
const MIN_BASELINES = 3; // issue-53-example: −.066 at 2, −.131 at 4
const MIN_SHARE_IN_COLUMNS = 0.75; // pdfa_043: −.004 at .3, same at 1.5
/** The same when each line has a row name. */
const MIN_SHARE_OF_NAMED = 0.5; // test “tells cells of several lines from rows without lines between them” (fails at 1)
/** Shares of lines with a first cell, below which, and of cells in lower case, above which cells have several lines. */
const MIN_SHARE_WITH_FIRST = 0.75; // no sample between .3 and 1.5: as MIN_SHARE_IN_COLUMNS
const MIN_SHARE_GOING_ON = 0.25; // no sample between .1 and .5: a quarter of the cells
/** Minimum distance between rows, in em. */
const MIN_PITCH = 0.95; // nics-background-checks: −.176 at .38, −.493 at 1.9
/** Pitch, in em, that leaves a line blank. */
const BLANK_LINE = 1.7; // no sample between .68 and 3.4: between a leading of 1.2 em and a blank line of 2.4
/** A word crosses a column's edge when it reaches over it by this much on both sides. */
const CROSSING = 3; // no sample between 0 and 8: the padding of a cell

/** The cells of one line by their columns. */
type CellsOfLine = ReadonlyMap<number, readonly Word[]>;

/** Splits rows that have no lines between them: tall cells whose baselines run through all columns. */
export function splitRows(grid: MutableGrid, xs: readonly number[]): MutableGrid {
  return rowGroups(grid).flatMap((group) => {
    const hidden = hiddenRows(group, xs);
    if (hidden === null) return group;
    return hidden.map((words) => {
      const cells = xs.slice(1).map((): MutableCell => ({ words: [] }));
      for (const word of words) cells[intervalOf(xs, centreX(word))]?.words.push(word);
      return cells;
    });
  });
}

/** Rows without cells that span rows, or the smallest groups of rows that such cells connect. */
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

/** The words of each row; `null` when the rows are as drawn. */
function hiddenRows(group: MutableGrid, xs: readonly number[]): (readonly Word[])[] | null {
  const cells = placedCells(group);
  const words = cells.flatMap(({ cell }) => cell.words);
  if (words.some((word) => word.rotated)) return null;
  const lines = textLinesOf(words);
  const isOneRow = group.length === 1;
  const isTall =
    isOneRow || cells.some(({ cell, rowSpan }) => rowSpan > 1 && textLinesOf(cell.words).length >= MIN_BASELINES);
  if (!isTall || lines.length < MIN_BASELINES) return null;
  const cellsOfLines = lines.map((line): CellsOfLine =>
    Map.groupBy(line.words, (word) => intervalOf(xs, centreX(word))),
  );
  const inColumns = cellsOfLines.filter((cells) => cells.size >= Math.min(2, xs.length - 1));
  const needed = isOneRow && cellsOfLines.every(isNamed) ? MIN_SHARE_OF_NAMED : MIN_SHARE_IN_COLUMNS;
  if (inColumns.length < needed * lines.length) return null;
  const isSpaced = lines.every((line, index) => {
    const above = lines[index - 1];
    return above === undefined || line.baseline - above.baseline > MIN_PITCH * above.fontSize;
  });
  const crosses = (word: Word): boolean =>
    xs.slice(1, -1).some((x) => word.x0 < x - CROSSING && word.x1 > x + CROSSING);
  if (!isSpaced || words.some(crosses)) return null;
  if (!goOn(cellsOfLines)) return lines.map((line) => line.words);
  return isOneRow ? partsAtBlankLines(lines, cellsOfLines) : null;
}

const isNamed = (line: CellsOfLine): boolean => /^[\p{Lu}\p{N}]/u.test(line.get(0)?.[0]?.text ?? '');

/** Cells of several lines: many start in lower case or with a bullet, and the first cell has fewer. */
function goOn(lines: readonly CellsOfLine[]): boolean {
  if (lines.filter((line) => line.has(0)).length >= MIN_SHARE_WITH_FIRST * lines.length) return false;
  const starts = lines.slice(1).flatMap((line) => [...line.values()].map(([first]) => first?.text ?? ''));
  return starts.filter((text) => /^[\p{Ll}(•▪●◦○■]/u.test(text)).length > MIN_SHARE_GOING_ON * starts.length;
}

/** Rows of several lines that are separated by blank lines; `null` when not every row has a first cell. */
function partsAtBlankLines(
  lines: readonly TextLine[],
  cellsOfLines: readonly CellsOfLine[],
): (readonly Word[])[] | null {
  const starts = lines.flatMap((line, index) => {
    const above = lines[index - 1];
    return above === undefined || line.baseline - above.baseline > BLANK_LINE * line.fontSize ? [index] : [];
  });
  const hasFirst = starts.every((start, index) =>
    cellsOfLines.slice(start, starts[index + 1]).some((cells) => cells.has(0)),
  );
  if (!hasFirst) return null;
  return starts.map((start, index) => lines.slice(start, starts[index + 1]).flatMap((line) => line.words));
}
