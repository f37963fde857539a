/** Builds the table of a run: which words are in which cell, and which lines are one row. */

import type { Segment } from '../lines/text-lines.ts';
import type { Rule } from '../page/drawings.ts';
import { bounds, greatest, least } from '../page/geometry.ts';
import type { Box } from '../page/geometry.ts';
import { areBold, type Word } from '../page/word.ts';
import { headLines, reachesOver, spreadPieces } from './head-spans.ts';
import type { Column } from './head-spans.ts';
import { isNumber } from './numbers.ts';
import { columnBorders, columnOf } from './run.ts';
import type { CandidateRow, Piece, Run } from './run.ts';
import { tableOf } from './table.ts';
import type { Table } from './table.ts';

/** Share of the table's width that a rule must have to separate rows. */
const SEPARATOR = 0.5; // no sample between .2 and 1: a rule under one cell is an underline
/** Points above the baseline of one row, and below the top of the next, between which a rule separates the two. */
// above: senate-expenditures: same at 0, +.008 at 6; below: senate-expenditures: same at 1, −.002 at 9
const SEPARATED = { above: 1, below: 4 };
/** A row closer to the previous one than this share of the largest pitch, and this many em, continues it. */
const CONTINUATION_SHARE = 0.75; // nougat_025: +.051 at .6, +.005 at .9375
const CONTINUATION_PITCH = 1.6; // nougat_025: +.016 at 1.28, same at 2
/** Gap in em at which the text over a border of columns is two cells: between numbers, and otherwise. */
const PARTED = { numbers: 0.2, words: 0.45 };

interface OpenCell {
  readonly words: Word[];
}
/** A cell over several columns is at each of them. */
type OpenRow = readonly OpenCell[];

export function tableOfRun({ rows, columnGaps }: Run, rules: readonly Rule[]): Table {
  const borders = columnBorders(columnGaps);
  const box = bounds(rows.map(({ line }) => line));
  const separators = rules.filter((rule) => rule.to - rule.from > SEPARATOR * (box.x1 - box.x0));
  const pitches = rows.map(({ line }, index) => line.baseline - (rows[index - 1]?.line.baseline ?? line.baseline));
  const largestPitch = greatest(pitches);
  const pieces = rows.map((row) => piecesOf(row, borders));
  const heads = headLines(rows);
  const grid = headRows(rows.slice(0, heads), pieces, columnsOf(pieces.slice(heads), borders), rules, box);
  for (const [index, { line, isNote }] of rows.entries()) {
    if (index < heads) continue;
    const cells = rowOf(pieces[index] ?? [], borders.length + 1);
    const above = rows[index - 1]?.line;
    const last = grid.at(-1);
    const pitch = pitches[index] ?? 0;
    const continues =
      above !== undefined &&
      last !== undefined &&
      (!isNote || isBelowCell(line, last)) &&
      !separators.some(({ at }) => at > above.baseline - SEPARATED.above && at < line.y0 + SEPARATED.below) &&
      pitch < largestPitch * CONTINUATION_SHARE &&
      pitch < CONTINUATION_PITCH * line.fontSize &&
      lacksHead(cells) &&
      cells.some((cell, column) => goesOn(last[column], cell)) &&
      !cells.some(({ words }, column) => isValue(words) && isValue(last[column]?.words ?? []));
    if (continues) for (const [column, cell] of cells.entries()) last[column]?.words.push(...cell.words);
    else grid.push(cells);
  }
  return tableOf('borderless', grid, { ...box, y0: rows[0]?.line.y0 ?? box.y0, y1: rows.at(-1)?.line.y1 ?? box.y1 });
}

/**
 * The rows of a head: a text is over all of its columns, and lines over the same columns, without a rule between them,
 * are one row.
 */
function headRows(
  rows: readonly CandidateRow[],
  pieces: readonly (readonly Piece[])[],
  columns: readonly Column[],
  rules: readonly Rule[],
  box: Box,
): OpenRow[] {
  const near = rules.filter(({ from, to }) => to > box.x0 && from < box.x1);
  const grid: OpenRow[] = [];
  let above: CandidateRow['line'] | null = null;
  let isOver = false;
  for (const [index, { line, head }] of rows.entries()) {
    const own = pieces[index] ?? [];
    const end = rows[index + 1]?.line.baseline ?? line.baseline + HEAD_PITCH * line.fontSize;
    const partial = near.filter(
      ({ at, from, to }) => at > line.baseline && at < end && to - from < HEAD_RULE * (box.x1 - box.x0),
    );
    const isLast = index + 1 === rows.length && head !== 'over';
    const spread = isLast ? own : spreadPieces(own, columns, partial, line.fontSize);
    const cells = rowOf(spread, columns.length);
    const [last, start] = [grid.at(-1), above?.baseline ?? -Infinity];
    const isParted = isOver || near.some(({ at }) => at > start && at < line.baseline);
    if (
      last !== undefined &&
      !isParted &&
      line.baseline - start < HEAD_PITCH * line.fontSize &&
      isSameHead(last, cells)
    ) {
      for (const [column, cell] of cells.entries()) {
        if (cells[column - 1] !== cell) last[column]?.words.push(...cell.words);
      }
    } else {
      grid.push(cells);
    }
    above = line;
    isOver = spread.some((piece) => reachesOver(piece, columns, line.fontSize));
  }
  return grid;
}

/**
 * Largest pitch, in em, of the lines of one head; share of the table's width from which a rule is not below one of its
 * texts.
 */
const HEAD_PITCH = 1.5; // a blank line is more
const HEAD_RULE = 0.9; // a rule over all columns says nothing of one text

/** Whether the cells of two lines of a head are over the same columns. */
function isSameHead(above: OpenRow, below: OpenRow): boolean {
  const both = above.flatMap((cell, column) => {
    const other = below[column];
    return other !== undefined && cell.words.length > 0 && other.words.length > 0 ? [column] : [];
  });
  const isSame = (column: number): boolean =>
    above.every((cell, at) => (cell === above[column]) === (below[at] === below[column]));
  // Texts with a free column beside each stand over two columns.
  const filled = [...above.entries()].filter(([, { words }]) => words.length > 0);
  const isOverTwo = ([column]: readonly [number, OpenCell]): boolean =>
    above[column + 1]?.words.length === 0 && (below[column + 1]?.words.length ?? 0) > 0;
  if (filled.length > 1 && filled.every(isOverTwo)) return false;
  return both.length > 0 && both.every(isSame);
}

/** The edges of the words of each column; those of its borders when it has none. */
function columnsOf(rows: readonly (readonly Piece[])[], borders: readonly number[]): Column[] {
  const alone = rows.flat().filter(({ first, last }) => first === last);
  const byColumn = Map.groupBy(alone, ({ first }) => first);
  return Array.from({ length: borders.length + 1 }, (_, column) => {
    const words = byColumn.get(column)?.flatMap((piece) => piece.words) ?? [];
    if (words.length > 0) return { x0: least(words.map(({ x0 }) => x0)), x1: greatest(words.map(({ x1 }) => x1)) };
    const [x0, x1] = [borders[column - 1], borders[column]];
    return { x0: x0 ?? x1 ?? 0, x1: x1 ?? x0 ?? 0 };
  });
}

function rowOf(pieces: readonly Piece[], columns: number): OpenRow {
  const cells: OpenCell[] = Array.from({ length: columns }, () => ({ words: [] }));
  let free = 0;
  for (const { words, first, last } of pieces) {
    const own = cells[first];
    if (own === undefined) continue;
    own.words.push(...words);
    for (let column = Math.max(first, free); column <= last; column++) cells[column] = own;
    free = Math.max(free, last + 1);
  }
  return cells;
}

function piecesOf({ line, segments, isNote, head }: CandidateRow, borders: readonly number[]): Piece[] {
  if (isNote) {
    const column = columnOf(borders, { x0: line.x0, x1: line.x0 });
    return [{ words: line.words, first: column, last: column }];
  }
  if (head === 'aligned') return segments.map(({ words }, column) => ({ words, first: column, last: column }));
  return segments
    .flatMap((segment) => partsOf(segment, borders))
    .map((part) => (part.first === 0 && head === null ? { ...part, last: 0 } : part));
}

/** The parts of a segment that are apart at a border of columns. */
function partsOf({ words }: Segment, borders: readonly number[]): Piece[] {
  const parts: { words: Word[]; first: number; last: number }[] = [];
  for (const word of words) {
    const column = columnOf(borders, word);
    const part = parts.at(-1);
    const before = part?.words.at(-1);
    if (part === undefined || before === undefined || (column > part.last && isApart(before, word))) {
      parts.push({ words: [word], first: column, last: column });
    } else {
      part.words.push(word);
      part.last = Math.max(part.last, column);
    }
  }
  return parts;
}

function isApart(before: Word, word: Word): boolean {
  const gap = isNumber(before) && isNumber(word) ? PARTED.numbers : PARTED.words;
  return word.x0 - before.x1 >= gap * word.fontSize;
}

/** A line without a first cell, or with only one cell, is not a separate row. */
const lacksHead = (cells: OpenRow): boolean =>
  cells[0]?.words.length === 0 || (cells.length > 2 && cells.filter(({ words }) => words.length > 0).length === 1);

/** Points by which the lines of a cell may start apart. */
const SAME_START = 3; // as in table-runs.ts

/** A text that reaches into other columns is a further line of the cell below which it starts. */
const isBelowCell = ({ x0 }: CandidateRow['line'], [, ...others]: OpenRow): boolean =>
  others.some(({ words: [first] }) => first !== undefined && Math.abs(first.x0 - x0) < SAME_START);

/** Each row has values of its own. */
const isValue = (words: readonly Word[]): boolean => words.length > 0 && words.every(isNumber);

/** A change of weight from the line above starts a new cell. */
const goesOn = (above: OpenCell | undefined, { words }: OpenCell): boolean =>
  above !== undefined && above.words.length > 0 && words.length > 0 && areBold(above.words) === areBold(words);
