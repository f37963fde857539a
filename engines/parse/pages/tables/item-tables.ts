/**
 * Finds tables of items without a grid, as in invoices, statements and sheets of hours: below a head of words, each row
 * has values under their heads, and a description that may go on over several lines.
 */

import { markedSegmentsOf } from '../lines/text-lines.ts';
import type { Segment, TextLine } from '../lines/text-lines.ts';
import type { Drawings } from '../page/drawings.ts';
import { bounds, sum } from '../page/geometry.ts';
import type { Word } from '../page/word.ts';
import { textSegments, wideGap } from './cell-segments.ts';
import { itemRows } from './item-rows.ts';
import type { ItemLine } from './item-rows.ts';
import { isNumber } from './numbers.ts';
import { tableOf } from './table.ts';
import type { Table } from './table.ts';

/** Fewest texts of a head, most words of one, and the gap between them in em. */
const HEAD = { texts: 3, words: 4, gap: 0.6 };
/** Largest pitch, in em, of the lines of a head and of the rows; how much the size of the text may change. */
const MAX_PITCH = { head: 1.5, row: 4.2 };
const MAX_SIZE_CHANGE = 0.35;
/** Lines below the head among which the first values are, and most lines of a table: it bounds the time. */
const FIRST_VALUES = 8;
const MAX_LINES = 300;
/** Most words and letters of a value: a number with its currency or unit. */
const VALUE = { words: 3, letters: 4 };
/** Share of the cells of a column that are values; share of the places of a row of values that have a text. */
const VALUES = 0.6;
const FILLED = 0.4;
/** A head that is set apart by this factor from what is above it begins another table. */
const SET_APART = 1.3;
/** Most consecutive lines of text across the columns. */
const MAX_NOTES = 3;
/** Share of the rows that may have several texts in one column. */
const CROWDED = 0.2;
/** Share of lines of code from which a page is a typescript, whose tables are no code. */
const MOSTLY_CODE = 0.6; // as in borderless-tables.ts

/** How the texts of a head are told apart, and the gap in em between cells below it. */
interface Reading {
  readonly heads: readonly Segment[];
  readonly gap: number;
}
interface Read {
  readonly line: TextLine;
  readonly segments: readonly Segment[];
  /** Heads may be closer to each other than the texts below them. */
  readonly closer: readonly Segment[];
}
type Cells = readonly (readonly Word[])[];
interface PlacedWords {
  readonly words: Cells;
  /** Several texts are in one column, as when the head lacks one. */
  readonly crowded: boolean;
}
type BodyLine = ItemLine & Pick<PlacedWords, 'crowded'>;

/** Of the lines of a page. `isCode` returns whether a line is program text. */
export function itemTables(
  lines: readonly TextLine[],
  drawings: Pick<Drawings, 'horizontal' | 'rectangles'>,
  isCode: (line: TextLine) => boolean,
): Table[] {
  const segments = textSegments(lines);
  const gap = Math.max(HEAD.gap, wideGap(lines));
  const reads = lines.map((line, index): Read => {
    return { line, segments: segments[index] ?? [], closer: markedSegmentsOf(line, gap) };
  });
  const mostlyCode = lines.filter(isCode).length > MOSTLY_CODE * lines.length;
  const found: Table[] = [];
  let next = 0;
  for (const [index, read] of reads.entries()) {
    if (index < next || !isHead(read) || (!mostlyCode && isCode(read.line))) continue;
    const table = firstOf([read.closer, read.segments], (heads) =>
      tableBelow(reads, index, next, { heads, gap }, drawings),
    );
    if (table === null) continue;
    found.push(table.table);
    next = table.end;
  }
  return found;
}

function firstOf<T, U>(items: readonly T[], of: (item: T) => U | null): U | null {
  for (const item of items) {
    const made = of(item);
    if (made !== null) return made;
  }
  return null;
}

const isHead = ({ closer }: Read): boolean =>
  closer.length >= HEAD.texts &&
  closer.every(({ words }) => words.length <= HEAD.words && !words.some(isNumber) && !endsWithColon(words));

const endsWithColon = (words: readonly Word[]): boolean => words.at(-1)?.text.endsWith(':') === true;

/** The table whose head is line `at`; `free` is the first line that is in no other table. `end` is the line after it. */
function tableBelow(
  reads: readonly Read[],
  at: number,
  free: number,
  { heads, gap }: Reading,
  drawings: Pick<Drawings, 'horizontal' | 'rectangles'>,
): { readonly table: Table; readonly end: number } | null {
  const head = reads[at];
  if (head === undefined) return null;
  const above = at > free ? upperHead(reads[at - 1], head.line, heads, gap) : [];
  if (above === null) return null;
  const body = bodyBelow(reads, at, { heads, gap });
  const own = below(head, body);
  const columns = columnsOf(own.body, heads.length);
  if (columns === null) return null;
  const headCells = heads.map(({ words }, column) => [
    ...(above[column] ?? []),
    ...words,
    ...own.lower.flatMap(({ cells }) => cells[column] ?? []),
  ]);
  const rows = itemRows(head.line, own.body, columns, drawings);
  const taken = own.lower.length + sum(rows, ({ lines }) => lines);
  const grid = [headCells, ...rows.map(({ cells }) => cells)].map((row) => row.map((words) => ({ words })));
  return {
    table: tableOf('borderless', grid, bounds(grid.flatMap((row) => row.flatMap(({ words }) => words)))),
    end: at + 1 + taken,
  };
}

/** The texts of a head's upper line by column, if it has one; `null` when one stands over several columns. */
function upperHead(read: Read | undefined, line: TextLine, heads: readonly Segment[], gap: number): Cells | null {
  if (read === undefined || line.baseline - read.line.baseline > MAX_PITCH.head * line.fontSize) return [];
  const [first] = read.segments;
  if (read.segments.length === 1 && first !== undefined && first.x0 < (heads[1]?.x0 ?? 0)) return [];
  const cells = cellsOf(read.segments, { heads, gap });
  const areOver = read.segments.every((segment) => heads.filter((head) => isOver(segment, head)).length === 1);
  return areOver && cells !== null && !read.segments.some(({ words }) => words.some(isNumber)) ? cells.words : null;
}

/** The lines below a head whose texts are under its columns, or across them between such lines. */
function bodyBelow(reads: readonly Read[], at: number, reading: Reading): BodyLine[] {
  const { heads } = reading;
  const body: BodyLine[] = [];
  const size = reads[at]?.line.fontSize ?? 0;
  let notes = 0;
  for (let index = at + 1; index < reads.length && body.length < MAX_LINES; index++) {
    const [above, read, next] = [reads[index - 1], reads[index], reads[index + 1]];
    if (above === undefined || read === undefined) break;
    const pitch = read.line.baseline - above.line.baseline;
    if (pitch > MAX_PITCH.row * size) break;
    const isApart = next !== undefined && pitch > SET_APART * (next.line.baseline - read.line.baseline);
    if (isApart && isHead(read)) break;
    const cells = cellsOf(read.segments, reading) ?? totalCells(read.segments, heads);
    // The sizes of scanned words vary, but text of another size is none of the table.
    const isOtherSize = Math.abs(read.line.fontSize - size) > MAX_SIZE_CHANGE * size;
    if (isOtherSize && cells?.words.slice(1).some(isValue) !== true) break;
    notes = cells === null ? notes + 1 : 0;
    if (cells === null && (read.segments.length > 1 || notes > MAX_NOTES)) break;
    const isNote = cells === null;
    body.push({
      line: read.line,
      cells: cells?.words ?? noteCells(read.line.words, heads),
      isNote,
      crowded: cells?.crowded ?? false,
    });
    if (body.length >= FIRST_VALUES && !body.some((each) => each.cells.some(isValue))) return [];
  }
  return body;
}

/** Lower lines of the head, and the rest of the body. */
function below(
  head: Read,
  body: readonly BodyLine[],
): { readonly lower: readonly BodyLine[]; readonly body: readonly BodyLine[] } {
  let end = 0;
  for (let above = head.line; end < body.length; end++) {
    const each = body[end];
    if (each === undefined || each.isNote || each.cells.some((words) => words.some(isNumber))) break;
    if (each.line.baseline - above.baseline > MAX_PITCH.head * above.fontSize) break;
    // A text in one column alone is a description that begins above its values, or the head of a section.
    if (each.cells.filter((words) => words.length > 0).length < 2) break;
    above = each.line;
  }
  return { lower: body.slice(0, end), body: body.slice(end) };
}

/** The words of each column; `null` when a text is across several. */
function cellsOf(segments: readonly Segment[], { heads, gap }: Reading): PlacedWords | null {
  const cells: Word[][] = heads.map(() => []);
  let taken = heads.length;
  let crowded = false;
  for (const segment of segments.flatMap((each) => partsOf(each, heads, gap)).reverse()) {
    const over = heads.flatMap((head, column) => (isOver(segment, head) ? [column] : []));
    const [first, second] = over;
    if (second !== undefined) return null;
    const column = first ?? nearest(segment, heads, taken);
    crowded ||= column === taken;
    cells[column]?.unshift(...segment.words);
    taken = column;
  }
  return { words: cells, crowded };
}

const isOver = (segment: Pick<Segment, 'x0' | 'x1'>, head: Segment): boolean =>
  segment.x0 < head.x1 && segment.x1 > head.x0;

/** The column of a text that is under no head: the nearer one, unless the text to its right is there. */
function nearest({ x0, x1 }: Segment, heads: readonly Segment[], taken: number): number {
  const right = heads.findIndex((head) => head.x0 >= x1);
  if (right === 0) return 0;
  const left = (right === -1 ? heads.length : right) - 1;
  const [before, after] = [heads[left], heads[left + 1]];
  const isNearer = before !== undefined && after !== undefined && after.x0 - x1 < x0 - before.x1;
  return isNearer && left + 1 < taken ? left + 1 : left;
}

/** The parts of a segment over several heads, if there are gaps between them. */
function partsOf(segment: Segment, heads: readonly Segment[], gap: number): Segment[] {
  if (heads.filter((head) => isOver(segment, head)).length < 2) return [segment];
  const parts: { words: Word[]; x0: number; x1: number; column: number }[] = [];
  for (const word of segment.words) {
    const last = parts.at(-1);
    const column = heads.findIndex((head) => isOver(word, head));
    const isApart = last !== undefined && word.x0 - last.x1 >= gap * word.fontSize;
    if (last === undefined || (isApart && column >= 0 && last.column >= 0 && column !== last.column)) {
      parts.push({ words: [word], x0: word.x0, x1: word.x1, column });
      continue;
    }
    last.words.push(word);
    last.x1 = word.x1;
    if (last.column < 0) last.column = column;
  }
  return parts;
}

/** A text across columns is in the one that it begins in. */
function noteCells(words: readonly Word[], heads: readonly Segment[]): Cells {
  const x0 = words[0]?.x0 ?? 0;
  const column = Math.max(
    0,
    heads.findLastIndex((head) => head.x0 <= x0 + 1),
  );
  return heads.map((_, index) => (index === column ? words : []));
}

/** Of a total, whose long name is across columns. */
function totalCells([name, value, ...others]: readonly Segment[], heads: readonly Segment[]): PlacedWords | null {
  const last = heads.at(-1);
  if (name === undefined || value === undefined || last === undefined || others.length > 0) return null;
  if (!isOver(value, last) || !isValue(value.words) || isOver(name, last)) return null;
  return { words: [...noteCells(name.words, heads).slice(0, -1), value.words], crowded: false };
}

const isValue = (words: readonly Word[]): boolean =>
  words.length <= VALUE.words &&
  words.some(isNumber) &&
  sum(words, ({ text }) => text.replaceAll(/\P{L}/gu, '').length) <= VALUE.letters;

/** The column of the descriptions, and those of values to its right; `null` when these are no rows of items. */
function columnsOf(
  body: readonly BodyLine[],
  count: number,
): { readonly text: number; readonly values: readonly number[] } | null {
  const cells = body.filter(({ isNote }) => !isNote).map((line) => line.cells);
  const kinds = Array.from({ length: count }, (_, column) => {
    const own = cells.flatMap((row) => (row[column]?.length === 0 ? [] : [row[column] ?? []]));
    return {
      isValue: own.length > 0 && own.filter(isValue).length >= VALUES * own.length,
      length: sum(own, (words) => sum(words, (word) => word.length)),
    };
  });
  const texts = [...kinds.keys()].filter((column) => kinds[column]?.isValue === false);
  const [text] = texts.sort((a, b) => (kinds[b]?.length ?? 0) - (kinds[a]?.length ?? 0));
  if (text === undefined || kinds.at(-1)?.isValue !== true) return null;
  const values = [...kinds.keys()].filter((column) => column > text && kinds[column]?.isValue === true);
  const hasValue = ({ cells: row }: ItemLine): boolean => values.some((column) => isValue(row[column] ?? []));
  const rows = body.filter(hasValue);
  // Beside the descriptions, which may be on lines of their own.
  const filled = sum(cells, (row) => row.filter((words, column) => column !== text && words.length > 0).length);
  if (rows.length < 2 && !(rows.length === 1 && count > HEAD.texts && filled === count - 1)) return null;
  // Above the first values, a text in another column than those of rows is a further line of a head.
  const isOther = ({ cells: row, isNote }: ItemLine): boolean =>
    !isNote && row[0]?.length === 0 && row.some((words, column) => column !== text && words.length > 0);
  if (body.slice(0, body.findIndex(hasValue)).some(isOther)) return null;
  if (rows.filter(({ crowded }) => crowded).length > CROWDED * rows.length) return null;
  return filled >= FILLED * (count - 1) * rows.length ? { text, values } : null;
}
