/** Tables without drawn lines: rows whose segments stand under each other. */

import { markedSegmentsOf } from '../lines/text-lines.ts';
import type { Row, Segment } from '../lines/text-lines.ts';
import type { Rule } from '../page/drawings.ts';
import { bounds, greatest, least, median, sum } from '../page/geometry.ts';
import type { Word } from '../page/word.ts';
import { tableOf } from './table.ts';
import type { Table } from './table.ts';

/** Gap in em that parts the cells of a row. */
const CELL_GAP = 1;
/** Width in em of the empty lane between columns: of the first row, and of all rows together. */
const FIRST_LANE = 0.8;
const LANE = 0.7;
/** Largest pitch of rows, and of rows with one segment only, in em. */
const MAX_PITCH = 4.2;
const MAX_SINGLE_PITCH = 1.9;
/** Rows with one segment in succession that a table may hold: cells of several lines. */
const MAX_SINGLES = 3;
/** How much the size of the text may change within a table. */
const MAX_SIZE_CHANGE = 0.35;
/** A table with so many lanes may hold a note: a line of text across its columns, below a row. */
const MIN_LANES_FOR_NOTES = 3;
/** Notes that start so near to each other are of one kind. */
const SAME_START = 3;
/** Share of the lanes that must remain when a row is added to a table of several columns. */
const MIN_LANES_KEPT = 0.6;

/** Pitch that sets a row apart, against the smallest of the table. */
const APART = 1.7;

interface SegmentedRow {
  readonly row: Row;
  readonly segments: readonly Segment[];
  /** Text across the columns, which tells nothing of them. */
  readonly isNote: boolean;
  /**
   * What the first row is, when the columns do not show in it: `over` them, each text over several, or `aligned` otherwise,
   * one text a column.
   */
  readonly head: 'over' | 'aligned' | null;
}

interface Lane {
  readonly from: number;
  readonly to: number;
}

export interface FoundTable {
  readonly table: Table;
  /** The rows that the table took. */
  readonly rows: readonly Row[];
}

/** `rules` are horizontal lines: one between two rows keeps them apart. `isCode` tells rows that are program text. */
export function borderlessTables(
  rows: readonly Row[],
  rules: readonly Rule[],
  isCode: (row: Row) => boolean,
): FoundTable[] {
  const segmented = rows.map((row) => ({ row, segments: markedSegmentsOf(row, CELL_GAP), isNote: false, head: null }));
  const mostlyCode = rows.filter(isCode).length > 0.6 * rows.length;
  const found: FoundTable[] = [];
  let index = 0;
  while (index < segmented.length) {
    const first = segmented[index];
    if (first === undefined) break;
    const canStart = first.segments.length >= 2 && (mostlyCode || !isCode(first.row));
    const run = canStart ? growRun(segmented.slice(index)) : null;
    if (run === null || !isTable(run)) {
      index++;
      continue;
    }
    const taken = run.rows.map(({ row }) => row);
    found.push({ table: tableFrom(run, rules), rows: taken });
    index += taken.length;
  }
  return found;
}

interface Run {
  readonly rows: readonly SegmentedRow[];
  readonly lanes: readonly Lane[];
}

/** The longest run from the first row on that keeps lanes between its columns. */
function growRun(candidates: readonly SegmentedRow[]): Run | null {
  const [first] = candidates;
  if (first === undefined) return null;
  const size = first.row.fontSize;
  const run: SegmentedRow[] = [{ ...first, head: headKind(first, candidates[1], size) }];
  let lanes = lanesOf(run, size * FIRST_LANE);
  let singles = 0;
  let lastFull = first.row.baseline;
  let smallestPitch = Infinity;
  for (const next of candidates.slice(1)) {
    const pitch = next.row.baseline - (run.at(-1)?.row.baseline ?? 0);
    if (pitch > MAX_PITCH * Math.max(size, next.row.fontSize)) break;
    if (Math.abs(next.row.fontSize - size) > MAX_SIZE_CHANGE * size) break;
    const narrowed = lanesOf([...run, next], size * LANE);
    if (
      next.segments.length === 1 &&
      lanes.length >= MIN_LANES_FOR_NOTES &&
      narrowed.length < lanes.length &&
      pitch <= MAX_SINGLE_PITCH * size
    ) {
      // A second line in succession is text below the table.
      if (run.at(-1)?.isNote === true) break;
      run.push({ ...next, isNote: true });
      continue;
    }
    // What joins two columns and stands apart is not of the table.
    if (narrowed.length < lanes.length && lanes.length >= 2 && pitch > APART * smallestPitch) break;
    smallestPitch = Math.min(smallestPitch, next.row.baseline - lastFull);
    lastFull = next.row.baseline;
    if (narrowed.length < Math.max(1, Math.min(lanes.length, 2))) break;
    if (lanes.length >= 3 && narrowed.length < lanes.length * MIN_LANES_KEPT) break;
    if (next.segments.length >= 2) {
      singles = 0;
    } else if (pitch > MAX_SINGLE_PITCH * size || ++singles > MAX_SINGLES) {
      break;
    }
    run.push(next);
    lanes = narrowed;
  }
  return { rows: withoutTail(run, size), lanes };
}

function headKind(head: SegmentedRow, next: SegmentedRow | undefined, size: number): SegmentedRow['head'] {
  if (next === undefined || next.row.baseline - head.row.baseline > MAX_SINGLE_PITCH * size) return null;
  const [own, shared] = [lanesOf([next], size * LANE), lanesOf([head, next], size * LANE)];
  if (next.segments.length > head.segments.length) {
    return own.length >= MIN_LANES_FOR_NOTES - 1 && shared.length < own.length ? 'over' : null;
  }
  if (next.segments.length !== head.segments.length || own.length + 1 !== next.segments.length) return null;
  // Heads to the left and numbers to the right of their columns may overlap with the neighbours'.
  const borders = columnBorders(shared);
  const areApart = [head, next].every(
    ({ segments }) => new Set(segments.map((segment) => columnOf(borders, segment))).size === segments.length,
  );
  return areApart ? null : 'aligned';
}

/** Lines that stand apart below a table belong to what follows, and so does a last note unless others start like it. */
function withoutTail(run: readonly SegmentedRow[], size: number): SegmentedRow[] {
  const rows = [...run];
  for (let last = rows.at(-1); last !== undefined && last.segments.length < 2; last = rows.at(-1)) {
    const { row, isNote } = last;
    const above = rows.at(-2);
    const belongs = isNote
      ? rows.some((other) => other.isNote && other !== last && Math.abs(other.row.x0 - row.x0) < SAME_START)
      : above !== undefined && row.baseline - above.row.baseline <= 1.5 * size;
    if (belongs) break;
    rows.pop();
  }
  return rows;
}

/** Vertical lanes of at least `width` that no segment reaches into. */
function lanesOf(rows: readonly SegmentedRow[], width: number): Lane[] {
  const lanes: Lane[] = [];
  let end: number | null = null;
  const columns = rows.filter(({ isNote, head }) => !isNote && head === null);
  for (const segment of columns.flatMap(({ segments }) => segments).sort((a, b) => a.x0 - b.x0)) {
    if (end !== null && segment.x0 - end >= width) lanes.push({ from: end, to: segment.x0 });
    end = Math.max(end ?? segment.x1, segment.x1);
  }
  return lanes;
}

const columnBorders = (lanes: readonly Lane[]): number[] => lanes.map(({ from, to }) => (from + to) / 2);

const columnOf = (borders: readonly number[], { x0, x1 }: { x0: number; x1: number }): number =>
  borders.filter((border) => border < (x0 + x1) / 2).length;

function isTable({ rows, lanes }: Run): boolean {
  const columns = lanes.length + 1;
  const full = rows.filter(({ segments }) => segments.length >= 2).length;
  const isTall =
    (columns >= 3 && full >= 2 && rows.length >= 3) ||
    (columns >= 4 && full >= 2) ||
    (columns === 2 && full >= 3 && full >= 0.6 * rows.length);
  if (!isTall) return false;

  const borders = columnBorders(lanes);
  const all = rows.flatMap(({ segments }) => segments);
  const perColumn = Array.from({ length: columns }, (_, column) =>
    all.filter((segment) => columnOf(borders, segment) === column),
  );
  const words = perColumn.map((column) => (column.length > 0 ? sum(column, (s) => s.words.length) / column.length : 0));
  if (columns <= 3 && perColumn.filter((column, index) => isProse(column, words[index] ?? 0)).length >= 2) return false;
  if (columns > 2) return true;
  // Of two columns, both must be short: else it is text beside a margin, or a list.
  const isSmall = (words[0] ?? 0) <= 5 && ((words[1] ?? 0) <= 6 || (full >= 4 && full >= 0.8 * rows.length));
  return isSmall && !(perColumn[0] ?? []).every(isBullet);
}

/** Lines of many words that fill their column. */
function isProse(column: readonly Segment[], words: number): boolean {
  if (words < 4.5 || column.length < 4) return false;
  const width = greatest(column.map(({ x1 }) => x1)) - least(column.map(({ x0 }) => x0));
  return median(column.map(({ x0, x1 }) => (x1 - x0) / width)) > 0.8;
}

const isNumber = ({ text }: Word): boolean => /\d/.test(text) && !/\p{L}/u.test(text);

const isBullet = ({ words }: Segment): boolean =>
  words.length === 1 && /^([-•▪●◦○■*–]|[([]?\w{1,3}[.)\]]+)$/.test(words[0]?.text ?? '');

/** A row nearer to the one above than this share of the largest pitch, and this many em, continues it. */
const CONTINUATION_SHARE = 0.75;
const CONTINUATION_PITCH = 1.6;

function tableFrom({ rows, lanes }: Run, rules: readonly Rule[]): Table {
  const borders = columnBorders(lanes);
  const box = bounds(rows.map(({ row }) => row));
  const separators = rules.filter((rule) => rule.to - rule.from > 0.5 * (box.x1 - box.x0));
  const pitches = rows.map(({ row }, index) => row.baseline - (rows[index - 1]?.row.baseline ?? row.baseline));
  const largestPitch = greatest(pitches);
  const grid: Word[][][] = [];
  for (const [index, { row, segments, isNote, head }] of rows.entries()) {
    const cells: Word[][] = Array.from({ length: borders.length + 1 }, () => []);
    const noteColumn = columnOf(borders, { x0: row.x0, x1: row.x0 });
    for (const [place, segment] of segments.entries()) {
      const start = columnOf(borders, { x0: segment.x0, x1: segment.x0 });
      const isOver = head === 'over' && !segment.words.every(isNumber);
      for (const word of segment.words) {
        const column = isOver ? start : head === 'aligned' ? place : columnOf(borders, word);
        cells[isNote ? noteColumn : column]?.push(word);
      }
    }
    const above = rows[index - 1]?.row;
    const last = grid.at(-1);
    const pitch = pitches[index] ?? 0;
    const continues =
      !isNote &&
      above !== undefined &&
      last !== undefined &&
      !separators.some(({ at }) => at > above.baseline - 1 && at < row.y0 + 4) &&
      pitch < largestPitch * CONTINUATION_SHARE &&
      pitch < CONTINUATION_PITCH * row.fontSize &&
      lacksHead(cells) &&
      cells.some((cell, column) => goesOn(last[column] ?? [], cell));
    if (continues) for (const [column, cell] of cells.entries()) last[column]?.push(...cell);
    else grid.push(cells);
  }
  return tableOf(
    'borderless',
    grid.map((cells) => cells.map((words) => ({ words }))),
    { ...box, y0: rows[0]?.row.y0 ?? box.y0, y1: rows.at(-1)?.row.y1 ?? box.y1 },
  );
}

/** Without a first cell, or with one cell only, it is no row of its own. */
const lacksHead = (cells: readonly (readonly Word[])[]): boolean =>
  cells[0]?.length === 0 || (cells.length > 2 && cells.filter((cell) => cell.length > 0).length === 1);

/** Another weight than that of the line above starts a cell of its own. */
const goesOn = (above: readonly Word[], cell: readonly Word[]): boolean =>
  above.length > 0 && cell.length > 0 && isBold(above) === isBold(cell);

const isBold = (words: readonly Word[]): boolean =>
  2 * sum(words, (word) => word.boldLength) > sum(words, (word) => word.length);
