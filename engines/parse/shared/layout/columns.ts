/** Columns: parts a page into regions and puts them into reading order. */

import { isMostlyRightToLeft } from '../lines/line-text.ts';
import { rowsOf, segmentsOf } from '../lines/text-lines.ts';
import type { Row } from '../lines/text-lines.ts';
import { centreX, centreY, greatest, least, median, sum } from '../page/geometry.ts';
import type { Word } from '../page/word.ts';
import type { Panel, Table } from '../tables/table.ts';

/** A part of a page that is read from top to bottom. */
export interface Region {
  readonly rows: readonly Row[];
  readonly tables: readonly (Table | Panel)[];
}

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Parts within parts deeper than this are noise. */
const MAX_DEPTH = 6;
/** Gap in em at which a column's edge is tried, and the least width of a gutter. */
const CANDIDATE_GAP = 0.75;
const MIN_GUTTER = 0.7;
/** Rows that both sides together, and each side, must have. */
const MIN_ROWS = 4;
const MIN_SIDE_ROWS = 3;
/** Prose: so many words a line, and lines that fill so much of the column. */
const PROSE_WORDS = 4;
const PROSE_FILL = 0.8;
/** Gap in em that no justified line has, and the share of lines that must be without one. */
const WIDE_GAP = 1.3;
const PROSE_WHOLE = 0.5;
/** Characters that count as a word where the script has no spaces. */
const WORD_CHARACTERS = 6;
/** Least width of a column, in em: of prose, and beside prose. */
const MIN_PROSE_WIDTH = 8;
const MIN_SIDE_WIDTH = 5;
/** Columns set apart share few baselines. */
const MAX_SHARED_BASELINES = 0.6;

/** Regions in reading order; each of `words` and `tables` is in exactly one of them. */
export function regionsOf(words: readonly Word[], tables: readonly (Table | Panel)[], page: PageSize): Region[] {
  return split(words, tables, page, 0);
}

function split(words: readonly Word[], tables: readonly (Table | Panel)[], page: PageSize, depth: number): Region[] {
  if (words.length === 0 && tables.length === 0) return [];
  const rows = rowsOf(words);
  const gutter = depth <= MAX_DEPTH ? bestGutter(rows, tables, page, depth) : null;
  if (gutter === null) return [{ rows, tables }];

  const end = endOfColumns(rows, tables, gutter);
  const top = (rows[gutter.start]?.y0 ?? 0) - 0.1;
  const bottom = rows[end - 1]?.y1 ?? 0;
  const wordsOf = (part: readonly Row[]): Word[] => part.flatMap((row) => row.words);
  const middle = Map.groupBy(wordsOf(rows.slice(gutter.start, end)), (word) =>
    centreX(word) < gutter.x ? 'left' : 'right',
  );
  const objects = Map.groupBy(tables, (table) => {
    if (centreY(table) <= top) return 'above';
    if (centreY(table) >= bottom) return 'below';
    return centreX(table) < gutter.x ? 'left' : 'right';
  });
  const part = (content: readonly Word[], place: 'above' | 'left' | 'right' | 'below'): Region[] =>
    split(content, objects.get(place) ?? [], page, depth + 1);
  const left = part(middle.get('left') ?? [], 'left');
  const right = part(middle.get('right') ?? [], 'right');
  const fromRight = isMostlyRightToLeft([...middle.values()].flat());
  return [
    ...part(wordsOf(rows.slice(0, gutter.start)), 'above'),
    ...(fromRight ? [...right, ...left] : [...left, ...right]),
    ...part(wordsOf(rows.slice(end)), 'below'),
  ];
}

/** A vertical gap at `x` through the rows from `start` to before `end`. */
interface Gutter {
  readonly x: number;
  readonly start: number;
  readonly end: number;
}

function bestGutter(
  rows: readonly Row[],
  tables: readonly (Table | Panel)[],
  page: PageSize,
  depth: number,
): Gutter | null {
  if (rows.length < MIN_SIDE_ROWS) return null;
  const size = median(rows.map((row) => row.fontSize));
  let best: Gutter | null = null;
  let highest = 0;
  for (const x of candidates(rows)) {
    for (const gutter of gutters(rows, tables, x)) {
      const score = rate(rows.slice(gutter.start, gutter.end), x, size, page, depth);
      if (score > highest) [best, highest] = [gutter, score];
    }
  }
  return best !== null && best.end - best.start >= MIN_ROWS ? best : null;
}

/** Places just left of where a segment starts. */
function candidates(rows: readonly Row[]): Set<number> {
  const places = new Set<number>();
  for (const row of rows) {
    const segments = segmentsOf(row, CANDIDATE_GAP);
    for (const [index, segment] of segments.entries()) {
      const previous = segments[index - 1];
      if (previous !== undefined) {
        places.add(Math.round(segment.x0 - Math.min(3, (segment.x0 - previous.x1) / 2)));
      }
    }
  }
  return places;
}

/** The runs of rows that neither a word nor a table crosses at `x`. */
function gutters(rows: readonly Row[], tables: readonly (Table | Panel)[], x: number): Gutter[] {
  const found: Gutter[] = [];
  const crossing = tables.filter((table) => table.x0 < x - 2 && table.x1 > x + 2);
  let start = 0;
  for (const [index, row] of rows.entries()) {
    const previous = rows[index - 1];
    if (row.words.some((word) => word.x0 < x && word.x1 > x)) {
      if (index > start) found.push({ x, start, end: index });
      start = index + 1;
    } else if (
      previous !== undefined &&
      index > start &&
      crossing.some((table) => table.y0 < row.baseline && table.y1 > previous.baseline)
    ) {
      found.push({ x, start, end: index });
      start = index;
    }
  }
  if (rows.length > start) found.push({ x, start, end: rows.length });
  return found;
}

interface Side {
  readonly lines: number;
  /** Words a line. */
  readonly words: number;
  /** Median width of a line as a share of the side's width. */
  readonly fill: number;
  /** Share of the lines without a wide gap: the rows of tables have some. */
  readonly whole: number;
  readonly width: number;
}

function sideOf(lines: readonly (readonly Word[])[]): Side {
  const all = lines.flat();
  const widthOf = (words: readonly Word[]): number =>
    greatest(words.map((word) => word.x1)) - least(words.map((word) => word.x0));
  const width = widthOf(all);
  const characters = sum(all, (word) => word.length);
  return {
    lines: lines.length,
    words: Math.max(all.length, characters / WORD_CHARACTERS) / lines.length,
    fill: median(lines.map((line) => widthOf(line) / width)),
    whole: lines.filter((line) => !hasWideGap(line)).length / lines.length,
    width,
  };
}

/** 0 when the two sides are not columns; else the higher the better. */
function rate(run: readonly Row[], x: number, size: number, page: PageSize, depth: number): number {
  const leftLines = run.map((row) => row.words.filter((word) => word.x1 <= x)).filter((line) => line.length > 0);
  const rightLines = run.map((row) => row.words.filter((word) => word.x0 >= x)).filter((line) => line.length > 0);
  const fewer = Math.min(leftLines.length, rightLines.length);
  const [first, last] = [run[0], run.at(-1)];
  if (fewer < MIN_SIDE_ROWS || first === undefined || last === undefined) return 0;
  const leftEnd = greatest(leftLines.flat().map((word) => word.x1));
  const rightStart = least(rightLines.flat().map((word) => word.x0));
  const gap = rightStart - leftEnd;
  if (gap < MIN_GUTTER * size) return 0;
  const [left, right] = [sideOf(leftLines), sideOf(rightLines)];
  const onBoth = run.filter(
    (row) => row.words.some((word) => word.x1 <= x) && row.words.some((word) => word.x0 >= x),
  ).length;
  const shared = onBoth / fewer;
  const isSpread =
    depth < 2 &&
    page.width > 1.2 * page.height &&
    Math.abs((leftEnd + rightStart) / 2 - page.width / 2) < 0.1 * page.width &&
    gap > 2 * size &&
    shared < 0.8 &&
    fewer >= 8;
  const isProseBeside = run.length > 6 && shared < MAX_SHARED_BASELINES && gap > size && beside(left, right, size);
  if (!isSpread && !bothProse(left, right, size) && !isProseBeside) return 0;
  const balance = Math.min(left.width, right.width) / Math.max(left.width, right.width);
  return (last.baseline - first.baseline) * fewer * (1 + Math.min(gap, 30) / 60) * (0.5 + balance);
}

const isProse = (side: Side): boolean =>
  side.words >= PROSE_WORDS && side.fill > PROSE_FILL && side.whole > PROSE_WHOLE;

const hasWideGap = (words: readonly Word[]): boolean =>
  words.some((word, index) => {
    const previous = words[index - 1];
    return previous !== undefined && word.x0 - previous.x1 > WIDE_GAP * word.fontSize;
  });

const bothProse = (left: Side, right: Side, size: number): boolean =>
  [left, right].every((side) => isProse(side) && side.width > MIN_PROSE_WIDTH * size);

/** One side is prose, the other may be anything that is wide enough: a margin, a list, a table. */
const beside = (left: Side, right: Side, size: number): boolean =>
  [left, right].every((side) => side.width > MIN_SIDE_WIDTH * size) &&
  [left, right].some((side) => isProse(side) && side.words > PROSE_WORDS);

/** Lines on the first side below the ends of both columns: they run on under the columns, not in one of them. */
const TAIL_GAP = 0.6;
const SAME_END = 3.2;

/** Index of the row before which the columns end. */
function endOfColumns(rows: readonly Row[], tables: readonly (Table | Panel)[], gutter: Gutter): number {
  const { x, start } = gutter;
  const size = median(rows.map((row) => row.fontSize));
  const top = rows[start]?.y0 ?? 0;
  const bottom = rows[gutter.end - 1]?.y1 ?? 0;
  const isLeft = (word: Word): boolean => word.x1 <= x;
  const isRight = (word: Word): boolean => word.x0 >= x;
  const isOnFirst = isMostlyRightToLeft(rows.flatMap((row) => row.words)) ? isRight : isLeft;
  for (let index = start + MIN_SIDE_ROWS; index < gutter.end; index++) {
    const row = rows[index];
    if (row === undefined) break;
    const below = rows.slice(index, gutter.end).flatMap((each) => each.words);
    if (!below.every(isOnFirst)) continue;
    const above = rows.slice(start, index);
    if (row.y0 - greatest(above.map((each) => each.y1)) < TAIL_GAP * size) continue;
    if (tables.some((table) => table.y1 > row.y0 && table.y0 < bottom)) continue;
    const tablesAbove = tables.filter((table) => table.y1 < row.y0 + 2 && table.y0 > top);
    const ends = (isOnSide: (word: Word) => boolean, isTableOnSide: (table: Table | Panel) => boolean): number =>
      greatest([
        0,
        ...above.flatMap((each) => each.words.filter(isOnSide).map((word) => word.y1)),
        ...tablesAbove.filter(isTableOnSide).map((table) => table.y1),
      ]);
    const leftEnd = ends(isLeft, (table) => centreX(table) <= x);
    const rightEnd = ends(isRight, (table) => centreX(table) >= x);
    if (Math.abs(leftEnd - rightEnd) < SAME_END * size) return index;
  }
  return gutter.end;
}
