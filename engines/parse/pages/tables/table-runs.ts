/** The rows of a borderless table: lines, one below the other, whose segments leave gaps between columns. */

import { withHiddenColumns } from './hidden-columns.ts';
import { isNumber } from './numbers.ts';
import { columnBorders, columnGapsIn, columnOf, occupiedBy, withRow } from './run.ts';
import type { CandidateRow, Occupied, Run } from './run.ts';

/** Width in em of the gap between columns: of the first row, and of all rows together. */
const MIN_FIRST_COLUMN_GAP = 0.8; // pdfa_028: other text at .64, same at 1
const MIN_COLUMN_GAP = 0.7; // pdfa_028: other text at .56, +.006 at .875
/** Largest pitch of rows, and of rows with one segment only, in em. */
const MAX_PITCH = 4.2; // pdfa_014: −.023 at 3.36, same at 5.25
const MAX_SINGLE_PITCH = 1.9; // pdfa_028: +.001 at 1.52, −.002 at 2.375
/** Maximum consecutive rows with one segment in a table: cells of several lines. */
const MAX_SINGLES = 3; // col_three_justify: −.003 at 2, same at 4
/** How much the size of the text may change within a table. */
const MAX_SIZE_CHANGE = 0.35; // mid_movie-theater-booking: −.009 at .28, other text at .4375
/** Minimum gaps between columns of a table that may contain a note: a line of text across its columns, below a row. */
const MIN_COLUMN_GAPS_FOR_NOTES = 3; // pdfa_005: other text at 2, +.019 at 4
/** Notes whose starts are within this distance are of one kind. */
const SAME_START = 3; // mid_movie-theater-booking: +.001 at 0, same at 8
/** Share of the gaps between columns that must remain when a row is added to a table of several columns. */
const MIN_COLUMN_GAPS_KEPT = 0.6; // nougat_025: +.015 at .48, −.001 at .75

/** Pitch that sets a row apart, relative to the smallest pitch of the table. */
const APART = 1.7; // senate-expenditures: −.009 at 1.36, −.029 at 2.125
/** Pitch in em up to which a last line with one segment belongs to the table. */
const MAX_TAIL_PITCH = 1.5; // nougat_017: +.001 at 1.2, −.048 at 1.875

/**
 * The longest run from row `start` on that keeps gaps between its columns. The first `heads` rows are heads over
 * several columns.
 */
function growRun(candidates: readonly CandidateRow[], start: number, heads: number): Run | null {
  const first = candidates[start + heads];
  if (first === undefined) return null;
  const size = first.line.fontSize;
  const run: CandidateRow[] = candidates.slice(start, start + heads).map((row) => ({ ...row, head: 'over' as const }));
  run.push({ ...first, head: heads > 0 ? null : headKind(first, candidates[start + 1], size) });
  let occupied = occupiedBy(run);
  let columnGaps = columnGapsIn(occupied, size * MIN_FIRST_COLUMN_GAP);
  let singles = 0;
  let lastFull = first.line.baseline;
  let smallestPitch = Infinity;
  for (let index = start + heads + 1; index < candidates.length; index++) {
    const next = candidates[index];
    if (next === undefined) break;
    const pitch = next.line.baseline - (run.at(-1)?.line.baseline ?? 0);
    if (pitch > MAX_PITCH * Math.max(size, next.line.fontSize)) break;
    if (Math.abs(next.line.fontSize - size) > MAX_SIZE_CHANGE * size) break;
    const more = withRow(occupied, next);
    const narrowed = columnGapsIn(more, size * MIN_COLUMN_GAP);
    if (
      next.segments.length === 1 &&
      columnGaps.length >= MIN_COLUMN_GAPS_FOR_NOTES &&
      narrowed.length < columnGaps.length &&
      pitch <= MAX_SINGLE_PITCH * size
    ) {
      // A second consecutive note is text below the table.
      if (run.at(-1)?.isNote === true) break;
      run.push({ ...next, isNote: true });
      continue;
    }
    const isApart = narrowed.length < columnGaps.length || pitch >= SECTION_PITCH * smallestPitch;
    if (isApart && isSection(candidates, index, run.at(-1), occupied, columnGaps.length, size)) {
      run.push({ ...next, isNote: true });
      lastFull = next.line.baseline;
      continue;
    }
    // A row that joins two columns and is set apart is not part of the table.
    if (narrowed.length < columnGaps.length && columnGaps.length >= 2 && pitch > APART * smallestPitch) break;
    smallestPitch = Math.min(smallestPitch, next.line.baseline - lastFull);
    lastFull = next.line.baseline;
    if (narrowed.length < Math.max(1, Math.min(columnGaps.length, 2))) break;
    if (columnGaps.length >= 3 && narrowed.length < columnGaps.length * MIN_COLUMN_GAPS_KEPT) break;
    if (next.segments.length >= 2) {
      singles = 0;
    } else if (pitch > MAX_SINGLE_PITCH * size || ++singles > MAX_SINGLES) {
      break;
    }
    run.push(next);
    occupied = more;
    columnGaps = narrowed;
  }
  const rows = withoutTail(run, size);
  return { rows, columnGaps: withHiddenColumns(rows, columnGaps, size) };
}

/** Larger text than this, relative to that of the table, is a heading between two tables. */
const SECTION_SIZE = 1.1; // mid_movie-theater-booking has a heading above each table

/** Pitch above the head of a section, relative to the smallest of the rows: a closer line continues a cell. */
const SECTION_PITCH = 0.9; // nougat_025: a cell of two lines

/** The head of a section: one text between two rows of the same columns. */
function isSection(
  candidates: readonly CandidateRow[],
  index: number,
  above: CandidateRow | undefined,
  occupied: Occupied,
  columnGaps: number,
  size: number,
): boolean {
  const [line, next] = [candidates[index], candidates[index + 1]];
  if (line === undefined || next === undefined || line.segments.length > 1 || next.segments.length < 3) return false;
  if (above?.segments.length === 1 || columnGaps < 2) return false;
  if (line.line.fontSize > SECTION_SIZE * size) return false;
  if (next.line.baseline - line.line.baseline > MAX_PITCH * size) return false;
  return columnGapsIn(withRow(occupied, next), size * MIN_COLUMN_GAP).length >= columnGaps;
}

/** Most lines of a head whose texts stand over several columns. */
const MAX_HEADS = 6; // us-037 of the table competition has five
/** Largest pitch of its lines, in em, and the share of its texts that may be numbers. */
const MAX_HEAD_PITCH = 2.2; // a blank line is more
const MAX_VALUES = 0.5; // mid_movie-theater-booking: rows of other tables
/** Factor by which such a head must give a table more cells. */
const MORE_CELLS = 1.2; // a line more or less is no reason

/** Pitch that sets a table apart from what is above it, relative to that of its own first rows, and its fewest rows. */
const NEW_TABLE = { pitch: 1.3, rows: 3 }; // test “start anew with a head that is set apart and has more columns” (fails at 1.9); least of three columns

/**
 * The run from row `start` on. It ends above the head of a table that is set apart from it and has more columns: the
 * two share no more than some gaps, and those of an address or a card would be all that is left of the columns of the
 * items below.
 */
export function runFrom(candidates: readonly CandidateRow[], start: number): Run | null {
  const run = bestRun(candidates, start);
  if (run === null) return null;
  const { rows, columnGaps } = run;
  let most = columnGaps.length + 1;
  for (const [at, { segments }] of rows.entries()) {
    if (segments.length <= most) continue;
    most = segments.length;
    const isWords = !segments.some(({ words }) => words.every(isNumber));
    if (at === 0 || !isWords || !isSetApart(rows, at)) continue;
    const other = bestRun(candidates, start + at);
    if (other === null || other.rows.length < NEW_TABLE.rows) continue;
    // Only the rows of both are compared: one with fewer columns may go on to the end of the page.
    const [all, shared] = [rows.length - at, Math.min(rows.length - at, other.rows.length)];
    if (shared * (other.columnGaps.length + 1) <= MORE_CELLS * all * (columnGaps.length + 1)) continue;
    return bestRun(candidates.slice(0, start + at), start);
  }
  return run;
}

function isSetApart(rows: readonly CandidateRow[], at: number): boolean {
  const pitch = (index: number): number =>
    (rows[index]?.line.baseline ?? Infinity) - (rows[index - 1]?.line.baseline ?? 0);
  return pitch(at) > NEW_TABLE.pitch * pitch(at + 1);
}

const cellsOf = ({ rows, columnGaps }: Run): number => rows.length * (columnGaps.length + 1);

/** The run from row `start` on that has the most cells, with as many rows of heads as it needs. */
function bestRun(candidates: readonly CandidateRow[], start: number): Run | null {
  let best: Run | null = null;
  let most = 0;
  for (let heads = 0; heads <= MAX_HEADS; heads++) {
    if (heads > 0 && !isHead(candidates, start, heads)) break;
    const run = growRun(candidates, start, heads);
    if (run === null) break;
    const cells = cellsOf(run);
    if (run.columnGaps.length > 0 && cells > most * (heads === 0 ? 1 : MORE_CELLS)) [best, most] = [run, cells];
  }
  return best;
}

/** Whether the row before `start + heads` may be one of a head: words close above the next row. */
function isHead(candidates: readonly CandidateRow[], start: number, heads: number): boolean {
  const [head, next] = [candidates[start + heads - 1], candidates[start + heads]?.line];
  if (head === undefined || next === undefined) return false;
  const values = head.segments.filter(({ words }) => words.every(isNumber));
  return (
    values.length <= MAX_VALUES * head.segments.length &&
    next.baseline - head.line.baseline <= MAX_HEAD_PITCH * next.fontSize
  );
}

function headKind(head: CandidateRow, next: CandidateRow | undefined, size: number): CandidateRow['head'] {
  if (next === undefined || next.line.baseline - head.line.baseline > MAX_SINGLE_PITCH * size) return null;
  const [own, shared] = [
    columnGapsIn(occupiedBy([next]), size * MIN_COLUMN_GAP),
    columnGapsIn(occupiedBy([head, next]), size * MIN_COLUMN_GAP),
  ];
  if (next.segments.length > head.segments.length) {
    return own.length >= MIN_COLUMN_GAPS_FOR_NOTES - 1 && shared.length < own.length ? 'over' : null;
  }
  if (next.segments.length !== head.segments.length || own.length + 1 !== next.segments.length) return null;
  // Heads to the left and numbers to the right of their columns may overlap with the neighbours'.
  const borders = columnBorders(shared);
  const areApart = [head, next].every(
    ({ segments }) => new Set(segments.map((segment) => columnOf(borders, segment))).size === segments.length,
  );
  return areApart ? null : 'aligned';
}

/** Removes lines that are set apart below the table, and a last note unless other notes start at the same position. */
function withoutTail(run: readonly CandidateRow[], size: number): CandidateRow[] {
  const rows = [...run];
  for (let last = rows.at(-1); last !== undefined && last.segments.length < 2; last = rows.at(-1)) {
    const { line, isNote } = last;
    const above = rows.at(-2);
    const belongs = isNote
      ? rows.some((other) => other.isNote && other !== last && Math.abs(other.line.x0 - line.x0) < SAME_START)
      : above !== undefined && line.baseline - above.line.baseline <= MAX_TAIL_PITCH * size;
    if (belongs) break;
    rows.pop();
  }
  return rows;
}
