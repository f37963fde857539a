/** Gutters: the empty vertical bands that separate columns of text. */

import { segmentsOf } from '../lines/text-lines.ts';
import type { TextLine } from '../lines/text-lines.ts';
import { greatest, least, median, sum } from '../page/geometry.ts';
import type { Word } from '../page/word.ts';
import type { Panel, Table } from '../tables/table.ts';

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Gap in em at which a column's edge is tried, and the minimum width of a gutter. */
const CANDIDATE_GAP = 0.75; // pdfa_028: same at .3, +.007 at 1.5
const MIN_GUTTER = 0.7; // pdfa_028: −.005 at .56, +.007 at .875
/** Minimum number of lines of both sides together, and of each side. */
const MIN_LINES = 4; // col_three_justify: same at 3, +.008 at 5
export const MIN_SIDE_LINES = 3; // col_three_justify: +.016 at 2, same at 4
/** Prose: minimum words per line, and minimum share of the column that lines fill. */
const PROSE_WORDS = 4; // nougat_028: other text at 3, same at 5
const PROSE_FILL = 0.8; // col_two_justify: +.234 at .64, −1.224 at 1
/** Gap in em that no justified line has, and the share of lines that must not have one. */
const WIDE_GAP = 1.3; // col_four_justify: +.009 at 1.04, +1.066 at 1.625
const PROSE_WHOLE = 0.5; // col_three_left: +.499 at .4, same at .625
/** Characters that count as a word in scripts without spaces. */
const WORD_CHARACTERS = 6; // nougat_028: other text at 5, same at 7
/** Minimum width of a column, in em: of prose, and beside prose. */
const MIN_PROSE_WIDTH = 8; // test “are parted again within a column” (fails at 11)
const MIN_SIDE_WIDTH = 5; // no sample between 2 and 10: a marginal note of two short words a line
/** Columns set apart share few baselines. */
const MAX_SHARED_BASELINES = 0.6; // scanned: +.001 at .48, +.243 at .75
/** Minimum lines of a run, and width of its gutter in em, for prose beside any other content. */
const MIN_LINES_BESIDE = 7; // col_three_justify: same at 4, +.001 at 12
const MIN_GUTTER_BESIDE = 1; // no sample between 0 and 6: wider than the spaces of justified lines
/**
 * Two pages side by side: the page's width over its height, how far from its middle the gutter may be (of the width), its
 * width in em, shared baselines, and lines per side.
 */
// ratio: mid_movie-theater-booking: −.067 at .48, same at 2.4; offCentre: no sample between .04 and .2: two pages of
// one size; gutter: no sample between 0 and 7: two inner margins; shared: senate-expenditures: same at .64, −.183 at
// 1; lines: test “are the two pages of a spread, however short their lines” (fails at 11)
const SPREAD = { ratio: 1.2, offCentre: 0.1, gutter: 2, shared: 0.8, lines: 8 };
/** Depth of splits below which a spread is looked for. */
const MAX_SPREAD_DEPTH = 2; // test “are the two pages of a spread, however short their lines” (fails at 0)
/** Points by which a table must cross a gutter on both sides to close it. */
const CROSSING = 2; // no sample between 0 and 7: the thickness of a border
/** A gutter of this many points raises the score by half; a wider one does not raise it further. */
const MAX_RATED_GAP = 30; // no sample between 9 and 90: a gutter of more than .4 inches is no surer

/** A vertical gap at `x` through the lines from `start` to before `end`. */
export interface Gutter {
  readonly x: number;
  readonly start: number;
  readonly end: number;
}

export function bestGutter(
  lines: readonly TextLine[],
  tables: readonly (Table | Panel)[],
  page: PageSize,
  depth: number,
): Gutter | null {
  if (lines.length < MIN_SIDE_LINES) return null;
  const size = median(lines.map((line) => line.fontSize));
  let best: Gutter | null = null;
  let highest = 0;
  for (const x of candidates(lines)) {
    for (const gutter of gutters(lines, tables, x)) {
      const score = rate(lines.slice(gutter.start, gutter.end), x, size, page, depth);
      if (score > highest) [best, highest] = [gutter, score];
    }
  }
  return best !== null && best.end - best.start >= MIN_LINES ? best : null;
}

/** Positions just left of the start of a segment. */
function candidates(lines: readonly TextLine[]): Set<number> {
  const places = new Set<number>();
  for (const line of lines) {
    const segments = segmentsOf(line, CANDIDATE_GAP);
    for (const [index, segment] of segments.entries()) {
      const previous = segments[index - 1];
      if (previous !== undefined) {
        places.add(Math.round(segment.x0 - Math.min(3, (segment.x0 - previous.x1) / 2)));
      }
    }
  }
  return places;
}

/** The runs of lines in which neither a word nor a table crosses `x`. */
function gutters(lines: readonly TextLine[], tables: readonly (Table | Panel)[], x: number): Gutter[] {
  const found: Gutter[] = [];
  const crossing = tables.filter((table) => table.x0 < x - CROSSING && table.x1 > x + CROSSING);
  let start = 0;
  for (const [index, line] of lines.entries()) {
    const previous = lines[index - 1];
    if (line.words.some((word) => word.x0 < x && word.x1 > x)) {
      if (index > start) found.push({ x, start, end: index });
      start = index + 1;
    } else if (
      previous !== undefined &&
      index > start &&
      crossing.some((table) => table.y0 < line.baseline && table.y1 > previous.baseline)
    ) {
      found.push({ x, start, end: index });
      start = index;
    }
  }
  if (lines.length > start) found.push({ x, start, end: lines.length });
  return found;
}

interface Side {
  readonly lines: number;
  /** Words per line. */
  readonly words: number;
  /** Median width of a line as a share of the side's width. */
  readonly fill: number;
  /** Share of the lines without a wide gap; lines of tables have wide gaps. */
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

/** 0 when the two sides are not columns; otherwise higher is better. */
function rate(run: readonly TextLine[], x: number, size: number, page: PageSize, depth: number): number {
  const leftLines = run.map((line) => line.words.filter((word) => word.x1 <= x)).filter((line) => line.length > 0);
  const rightLines = run.map((line) => line.words.filter((word) => word.x0 >= x)).filter((line) => line.length > 0);
  const fewer = Math.min(leftLines.length, rightLines.length);
  const [first, last] = [run[0], run.at(-1)];
  if (fewer < MIN_SIDE_LINES || first === undefined || last === undefined) return 0;
  const leftEnd = greatest(leftLines.flat().map((word) => word.x1));
  const rightStart = least(rightLines.flat().map((word) => word.x0));
  const gap = rightStart - leftEnd;
  if (gap < MIN_GUTTER * size) return 0;
  const [left, right] = [sideOf(leftLines), sideOf(rightLines)];
  const onBoth = run.filter(
    (line) => line.words.some((word) => word.x1 <= x) && line.words.some((word) => word.x0 >= x),
  ).length;
  const shared = onBoth / fewer;
  const isSpread =
    depth < MAX_SPREAD_DEPTH &&
    page.width > SPREAD.ratio * page.height &&
    Math.abs((leftEnd + rightStart) / 2 - page.width / 2) < SPREAD.offCentre * page.width &&
    gap > SPREAD.gutter * size &&
    shared < SPREAD.shared &&
    fewer >= SPREAD.lines;
  const isProseBeside =
    run.length >= MIN_LINES_BESIDE &&
    shared < MAX_SHARED_BASELINES &&
    gap > MIN_GUTTER_BESIDE * size &&
    beside(left, right, size);
  if (!isSpread && !bothProse(left, right, size) && !isProseBeside) return 0;
  const balance = Math.min(left.width, right.width) / Math.max(left.width, right.width);
  return (
    (last.baseline - first.baseline) *
    fewer *
    (1 + Math.min(gap, MAX_RATED_GAP) / (2 * MAX_RATED_GAP)) *
    (0.5 + balance)
  );
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

/** One side is prose; the other may be anything wide enough: a margin, a list, a table. */
const beside = (left: Side, right: Side, size: number): boolean =>
  [left, right].every((side) => side.width > MIN_SIDE_WIDTH * size) &&
  [left, right].some((side) => isProse(side) && side.words > PROSE_WORDS);
