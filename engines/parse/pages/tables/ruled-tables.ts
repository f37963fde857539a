/** Finds tables with drawn lines. */

import { markedSegmentsOf, textLinesOf } from '../lines/text-lines.ts';
import type { Segment } from '../lines/text-lines.ts';
import type { Drawings } from '../page/drawings.ts';
import { greatest, median, sum } from '../page/geometry.ts';
import type { Word } from '../page/word.ts';
import { drawnGrids } from './drawn-grids.ts';
import type { DrawnGrid } from './drawn-grids.ts';
import { emptyGrid, fillGrid, gridBox, isInside, largestShare } from './grid-cells.ts';
import type { MutableCell, MutableGrid } from './grid-cells.ts';
import { unmergeColumns } from './grid-columns.ts';
import { splitRows } from './grid-rows.ts';
import { placedCells, tableOf } from './table.ts';
import type { Panel, Table } from './table.ts';

/** Fewer words or cells with text are a drawing. */
const MIN_WORDS = 3; // pdfa_014: same at 2, −.012 at 4
const MIN_CELLS = 3; // pdfa_014: same at 2, −.012 at 4
/** Fewer edges (of columns times of rows) are a box with one line through it. */
const MIN_EDGES = 8; // issue-463-example: same at 5, −.102 at 13
/** Share of words that drawn column lines may cut through. */
// test “are no pictures: fewer than three words, or more than a tenth of them cut by rules” (fails at .2)
const MAX_CUT = 0.1;
/** Frames around prose: fewer cells than this, with more words per cell than this. */
const PROSE_CELLS = 4; // nougat_007: +.014 at 3, same at 5
const PROSE_WORDS = 25; // nougat_007: same at 18, +.014 at 35
/** Share of a table's words that a large cell holds. */
const LARGE_CELL = 0.2; // test “keeps a drawn grid whose head is justified with wide gaps” (fails at .1)
/** Points by which a table may reach out of one that contains it. */
const SAME_BOX = 2; // no sample between 0 and 7: the thickness of a border
/** The height above its baseline, in points, at which a rule cuts through a word. */
const MIDDLE_OF_WORD = 2; // no sample between 0 and 7: half an x-height of 8 points
/** Share of a grid above which a single cell rules out a table. */
const MAX_CELL_SHARE = 0.5; // pdfa_014: +.018 at .2, same at 1
/** Points by which a word must reach over a rule on both sides to be cut by it. */
const CUT = 3; // no sample between 0 and 8: the overhang of a letter
/**
 * Lines of a cell, and the share of them with a gap at one position, that show columns inside it: in a large cell, in
 * others.
 */
const MIN_LINES = 3; // no sample between 0 and 8: two lines may align by accident
// large: no sample between .24 and 1.2: most of the lines; other: no sample between .36 and 1.8: nearly all of the
// lines
const HIDDEN_COLUMN = { large: 0.6, other: 0.9 };
/** Maximum share of the words in cells that span several columns, below the header. */
const MAX_SPANNING = 0.4; // nougat_016: +.186 at .32, same at .5
/** Share of the lines with more segments than there are columns. */
const SEMI_RULED = 0.6; // no sample between .24 and 1.2: most of the lines
/** Gap in em that separates segments inside a cell. */
const SEGMENT_GAP = 1; // pdfa_036: −.071 at 0, same at 2

/** `rotated` is vertical text, which only cells use. `width` and `height` are those of the page. */
export function ruledTables(
  drawings: Drawings,
  words: readonly Word[],
  rotated: readonly Word[],
  width: number,
  height: number,
): (Table | Panel)[] {
  const found = drawnGrids(drawings, width, height)
    .map((drawn) => ({ drawn, inside: words.filter((word) => isInside(word, gridBox(drawn))) }))
    .flatMap(({ drawn, inside }) => {
      const table = tableIn(drawn, inside, rotated);
      return table === null ? [] : [{ table, size: inside.length }];
    })
    .sort((a, b) => b.size - a.size)
    .map(({ table }) => table);
  return found.filter((table, index) => !found.slice(0, index).some((larger) => contains(larger, table)));
}

const contains = (outer: Table | Panel, inner: Table | Panel): boolean =>
  inner.x0 >= outer.x0 - SAME_BOX &&
  inner.x1 <= outer.x1 + SAME_BOX &&
  inner.y0 >= outer.y0 - SAME_BOX &&
  inner.y1 <= outer.y1 + SAME_BOX;

function tableIn(drawn: DrawnGrid, inside: readonly Word[], rotated: readonly Word[]): Table | Panel | null {
  if (inside.length < MIN_WORDS) return null;
  if (inside.filter((word) => isCut(word, drawn)).length > MAX_CUT * inside.length) return null;
  const box = gridBox(drawn);
  const asDrawn = emptyGrid(drawn);
  fillGrid(asDrawn, drawn, inside);
  fillGrid(
    asDrawn,
    drawn,
    rotated.filter((word) => isInside(word, box)),
  );
  const panel = panelParts(asDrawn, inside);
  if (panel !== null) return { kind: 'panel', parts: panel, ...box };
  const notes = framedNotes(asDrawn);
  if (notes.above + notes.below > 0) {
    const ys = drawn.ys.slice(notes.above, drawn.ys.length - notes.below);
    const parts = { ...drawn, ys };
    return tableIn(
      parts,
      inside.filter((word) => isInside(word, gridBox(parts))),
      rotated,
    );
  }

  const grid = splitRows(unmergeColumns(asDrawn, drawn.xs), drawn.xs);
  if (hidesGrid(grid, inside) || isMostlySpanning(grid, inside) || isSemiRuled(grid, inside)) return null;
  if (isScattered(grid, inside)) return null;
  const filled = placedCells(grid).filter(({ cell }) => cell.words.length > 0).length;
  if (drawn.xs.length * drawn.ys.length < MIN_EDGES || filled < MIN_CELLS) return null;
  if (filled < PROSE_CELLS && inside.length / filled > PROSE_WORDS) return null;
  const places = grid.length * (drawn.xs.length - 1);
  if (places > 2 && largestShare(grid) >= MAX_CELL_SHARE) return null;
  return tableOf('ruled', grid, box);
}

function isCut(word: Word, drawn: DrawnGrid): boolean {
  return drawn.xs.some(
    (x) =>
      x > word.x0 + CUT &&
      x < word.x1 - CUT &&
      drawn.vertical.some(
        (line) =>
          Math.abs(line.at - x) < CUT &&
          line.from < word.baseline - MIDDLE_OF_WORD &&
          line.to > word.baseline - MIDDLE_OF_WORD,
      ),
  );
}

const MAX_PANEL_CELLS = 6; // no sample between 3 and 11: two rows of three
const PANEL_WORDS = 12; // no sample between 9 and 17: a sentence

/** The parts of one or two rows of boxes that hold paragraphs; `null` for a table. */
function panelParts(grid: MutableGrid, inside: readonly Word[]): Word[][] | null {
  const filled = placedCells(grid).filter(({ cell }) => cell.words.length > 0);
  if (grid.length > 2 || filled.length < 2 || filled.length > MAX_PANEL_CELLS) return null;
  if (inside.length / filled.length <= PANEL_WORDS) return null;
  if (filled.filter(({ cell }) => textLinesOf(cell.words).length >= MIN_LINES).length < 2) return null;
  return filled.map(({ cell }) => [...cell.words]);
}

/** Minimum words of a title or note, unless it is this much larger than the text of the table. */
const NOTE_WORDS = 8; // test “leave out a title and notes over all columns in their frame”: a head of two words stays
const TITLE_SIZE = 1.25; // nics-background-checks: its title is 1.5 times as large; heads are 1.2 times at most

/** The numbers of rows at both ends that are a title or notes in the frame of the table: text over all columns. */
function framedNotes(grid: MutableGrid): { above: number; below: number } {
  const size = median(placedCells(grid).flatMap(({ cell }) => cell.words.map((word) => word.fontSize)));
  const isTable = grid.map((row) => !isNote(row, size));
  const [first, last] = [isTable.indexOf(true), isTable.lastIndexOf(true)];
  if (first < 0) return { above: 0, below: 0 };
  return { above: first, below: grid.length - 1 - last };
}

function isNote([first, ...others]: readonly MutableCell[], size: number): boolean {
  if (first === undefined || others.length === 0 || others.some((cell) => cell !== first)) return false;
  return (
    (first.words.length >= NOTE_WORDS || (first.words[0]?.fontSize ?? 0) > TITLE_SIZE * size) &&
    textLinesOf(first.words).every((line) => markedSegmentsOf(line, SEGMENT_GAP).length === 1)
  );
}

/** A cell whose lines are themselves split into columns at one position: the drawn grid is not that of the table. */
function hidesGrid(grid: MutableGrid, inside: readonly Word[]): boolean {
  return placedCells(grid).some(({ cell }) => {
    const lines = textLinesOf(cell.words.filter((word) => !word.rotated));
    const gaps = lines.flatMap((line) => gapsOf(markedSegmentsOf(line, SEGMENT_GAP)));
    const parted = gaps.map(({ to }) => gaps.filter((gap) => gap.from < to && gap.to >= to).length);
    const isLarge = cell.words.length >= LARGE_CELL * inside.length;
    return (
      lines.length >= MIN_LINES &&
      greatest(parted) >= (isLarge ? HIDDEN_COLUMN.large : HIDDEN_COLUMN.other) * lines.length
    );
  });
}

const gapsOf = (segments: readonly Segment[]): { from: number; to: number }[] =>
  segments.slice(1).map(({ x0 }, index) => ({ from: segments[index]?.x1 ?? x0, to: x0 }));

/** Below the head, text that spans columns is rare in a real table. */
function isMostlySpanning(grid: MutableGrid, inside: readonly Word[]): boolean {
  const spanning = placedCells(grid).filter(({ columnSpan, row }) => columnSpan > 1 && row > 1);
  return sum(spanning, ({ cell }) => cell.words.length) > MAX_SPANNING * inside.length;
}

/** Pitch in em from which the lines of a cell are apart, and the share of a table's words in such cells. */
const SCATTERED = { pitch: 4, share: 0.3 }; // nougat_016: .36; no other sample has such a cell in a table

/** Labels here and there in a frame: a map or a plan. */
function isScattered(grid: MutableGrid, inside: readonly Word[]): boolean {
  const scattered = placedCells(grid).filter(({ cell }) => {
    const lines = textLinesOf(cell.words.filter((word) => !word.rotated));
    return lines.some(({ baseline, fontSize }, index) => {
      const above = lines[index - 1];
      return above !== undefined && baseline - above.baseline > SCATTERED.pitch * fontSize;
    });
  });
  return sum(scattered, ({ cell }) => cell.words.length) > SCATTERED.share * inside.length;
}

/** The text has more columns than are drawn; the search for borderless tables handles it. */
function isSemiRuled(grid: MutableGrid, inside: readonly Word[]): boolean {
  const columns = grid[0]?.length ?? 0;
  const lines = textLinesOf(inside);
  const wider = lines.filter((line) => markedSegmentsOf(line, SEGMENT_GAP).length > columns);
  return lines.length >= MIN_LINES && wider.length >= SEMI_RULED * lines.length;
}
