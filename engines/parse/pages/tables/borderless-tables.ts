/** Finds tables without drawn lines: rows whose segments are aligned in columns. */

import type { Segment, TextLine } from '../lines/text-lines.ts';
import type { Rule } from '../page/drawings.ts';
import { bounds, greatest, least, median, sum } from '../page/geometry.ts';
import type { Word } from '../page/word.ts';
import { cellSegments } from './cell-segments.ts';
import { columnBorders, columnOf } from './run.ts';
import type { CandidateRow, Run } from './run.ts';
import { runFrom } from './table-runs.ts';
import { tableOfRun } from './run-table.ts';
import type { Panel, Table } from './table.ts';

/** Share of code lines from which tables are also looked for among them, because the page is a typescript. */
const MOSTLY_CODE = 0.6; // redp5110_sampled: same at .24, +.002 at 1.2
/**
 * For two columns: rows, and their share, that must have both; and maximum words per cell, higher when nearly every row
 * has both.
 */
const MIN_FULL_ROWS = 3; // pdfa_028: −.004 at 2, +.002 at 4
const MIN_FULL_SHARE = 0.6; // issue-463-example: same at .48, +.032 at .75
const MAX_NAME_WORDS = 5; // pdfa_005: other text at 4, −.003 at 6
const MAX_VALUE_WORDS = 6; // scanned: same at 5, other text at 7
const SURE_ROWS = 4; // nougat_003: same at 3, other text at 5
const SURE_SHARE = 0.8; // redp5110_sampled: −.003 at .64, same at 1
/** Columns from which fewer cells with text, as a share of all, are the labels of a chart. */
// columns: no sample between 4 and 5; share: senate-expenditures: same at .3, −.008 at .4
const SPARSE = { columns: 5, share: 0.35 };
/** Columns of prose: words per line, lines, and the median share of the column's width that they fill. */
const PROSE_WORDS = 4.5; // col_three_left: −.012 at 3.6, +.024 at 5.625
const PROSE_LINES = 4; // col_three_left: −.007 at 3, other text at 5
const PROSE_FILL = 0.8; // col_three_left: other text at .64, +.024 at 1
/** Smallest pitch, in em, of rows of signs, and the most characters of such a sign. */
const MIN_PITCH = 0.8; // pdfa_028: signs of formulas are .5 and .6 em from their line
const MAX_SIGN = 2; // pdfa_028: “-1”

export interface FoundTable {
  readonly table: Table;
  /** The lines that the table consists of. */
  readonly lines: readonly TextLine[];
}

/** Columns that are read one after the other. */
interface FoundPanel extends Omit<FoundTable, 'table'> {
  readonly table: Panel;
}

/** Rows that are no table are tried again from the next one on: this often for each line of the page, all in all. */
const MAX_TRIES = 20; // bounds the work: runs of rows that are no table are short

/**
 * `rules` are horizontal lines; a rule between two rows separates them. `isCode` returns whether a row is program text.
 */
export function borderlessTables(
  lines: readonly TextLine[],
  rules: readonly Rule[],
  isCode: (line: TextLine) => boolean,
): (FoundTable | FoundPanel)[] {
  const segments = cellSegments(lines);
  const candidates = lines.map((line, index) => ({
    line,
    segments: segments[index] ?? [line],
    isNote: false,
    head: null,
  }));
  const mostlyCode = lines.filter(isCode).length > MOSTLY_CODE * lines.length;
  const found: (FoundTable | FoundPanel)[] = [];
  let budget = MAX_TRIES * lines.length;
  let index = 0;
  while (index < candidates.length) {
    const first = candidates[index];
    if (first === undefined) break;
    const canStart = first.segments.length >= 2 && (mostlyCode || !isCode(first.line));
    const run = canStart ? runFrom(candidates, index) : null;
    const isOfColumns = run !== null && (isOfPersons(run) || isOfChoices(run));
    if (run === null || !(isOfColumns || isTable(run))) {
      const rows = run?.rows.length ?? 0;
      budget -= rows;
      index += budget > 0 ? 1 : Math.max(1, rows);
      continue;
    }
    const taken = run.rows.map(({ line }) => line);
    found.push(isOfColumns ? { table: panelOf(run), lines: taken } : { table: tableOfRun(run, rules), lines: taken });
    index += taken.length;
  }
  return found;
}

const textOf = ({ words }: Segment): string => words.map(({ text }) => text).join(' ');

const inAllCells = ({ segments }: CandidateRow, pattern: RegExp): boolean =>
  segments.length >= 2 && segments.every((segment) => pattern.test(textOf(segment)));

/** Authors beside each other, each with an address below the name: in a table of persons, addresses are in a column. */
const isOfPersons = ({ rows }: Run): boolean =>
  rows.length > 1 && rows.some((row, index) => index > 0 && inAllCells(row, /^[^\s@]+@[^\s@]+$/));

/** Choices of a ballot beside each other, each with its box. */
const BOX = /^(?:[☐☑☒□○◯]|\( ?\)|\[ ?\]) ?\p{L}/u;
const MIN_CHOICES = 2; // one row may be the answers to a question

const isOfChoices = ({ rows }: Run): boolean => rows.filter((row) => inAllCells(row, BOX)).length >= MIN_CHOICES;

function panelOf({ rows, columnGaps }: Run): Panel {
  const borders = columnBorders(columnGaps);
  const parts: Word[][] = [...borders, 0].map(() => []);
  for (const segment of rows.flatMap(({ segments }) => segments)) {
    parts[columnOf(borders, segment)]?.push(...segment.words);
  }
  return { kind: 'panel', parts: parts.filter(({ length }) => length > 0), ...bounds(rows.map(({ line }) => line)) };
}

function isTable({ rows, columnGaps }: Run): boolean {
  const columns = columnGaps.length + 1;
  const full = fullRows(rows);
  const isTall =
    (columns >= 3 && full >= 2 && rows.length >= 3) ||
    (columns >= 4 && full >= 2) ||
    (columns === 2 && full >= MIN_FULL_ROWS && full >= MIN_FULL_SHARE * rows.length);
  if (!isTall) return false;
  const filled = sum(rows, ({ segments }) => segments.length);
  if (columns >= SPARSE.columns && filled < SPARSE.share * columns * rows.length) return false;

  const borders = columnBorders(columnGaps);
  const all = rows.flatMap(({ segments }) => segments);
  const perColumn = Array.from({ length: columns }, (_, column) =>
    all.filter((segment) => columnOf(borders, segment) === column),
  );
  const words = perColumn.map((column) => (column.length > 0 ? sum(column, (s) => s.words.length) / column.length : 0));
  if (columns <= 3 && perColumn.filter((column, index) => isProse(column, words[index] ?? 0)).length >= 2) return false;
  if (columns > 2) return true;
  // With two columns, both must be short; otherwise it is text beside a margin, or a list.
  const isSmall =
    (words[0] ?? 0) <= MAX_NAME_WORDS &&
    ((words[1] ?? 0) <= MAX_VALUE_WORDS || (full >= SURE_ROWS && full >= SURE_SHARE * rows.length));
  return isSmall && !(perColumn[0] ?? []).every(isBullet);
}

/** Rows with several cells. Raised and lowered signs of a formula are beside its line, not below it. */
function fullRows(rows: readonly CandidateRow[]): number {
  const full = rows.filter(({ segments }) => segments.length >= 2);
  const areBeside = ({ line, segments }: CandidateRow, other: CandidateRow | undefined): boolean =>
    other !== undefined &&
    Math.abs(other.line.baseline - line.baseline) < MIN_PITCH * other.line.fontSize &&
    segments.every(({ words }) => words.every(({ text }) => text.length <= MAX_SIGN));
  return full.filter((row, index) => !areBeside(row, full[index - 1]) && !areBeside(row, full[index + 1])).length;
}

/** Lines of many words that fill their column. */
function isProse(column: readonly Segment[], words: number): boolean {
  if (words < PROSE_WORDS || column.length < PROSE_LINES) return false;
  const width = greatest(column.map(({ x1 }) => x1)) - least(column.map(({ x0 }) => x0));
  return median(column.map(({ x0, x1 }) => (x1 - x0) / width)) > PROSE_FILL;
}

const isBullet = ({ words }: Segment): boolean =>
  words.length === 1 && /^([-•▪●◦○■*–]|[([]?\w{1,3}[.)\]]+)$/.test(words[0]?.text ?? '');
