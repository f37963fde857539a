/** How surely a gutter separates columns, and which of several is read first. */

import type { TextLine } from '../../lines/text-lines.ts';
import type { Rule } from '../../page/drawings.ts';
import { greatest, least } from '../../page/geometry.ts';
import { areHangingLists } from './hanging-lists.ts';
import { areItemRows } from './item-rows.ts';
import { areParallelLists } from './parallel-lists.ts';
import { isProse, PROSE_WORDS, sidesOf } from './sides.ts';
import type { Side } from './sides.ts';
import { fewerLines } from './strips.ts';
import type { Edges, Strip } from './strips.ts';

export interface PageFrame {
  readonly width: number;
  readonly height: number;
  /** Its vertical lines. */
  readonly vertical: readonly Rule[];
}

/** Minimum width of a column, in em: of prose, and beside prose. */
const MIN_PROSE_WIDTH = 8; // test “are split again within a column” (fails at 11)
const MIN_SIDE_WIDTH = 5; // no sample between 2 and 10: a marginal note of two short words a line
/** Columns set apart share few baselines. */
const MAX_SHARED_BASELINES = 0.6; // scanned: +.001 at .48, +.243 at .75
/**
 * Share of the height of two columns that a line between them has, and of the prose's lines that start in lower case:
 * those of tables do not.
 */
// test “are a margin and prose behind a drawn line, but not a table with one”
const RULED = { height: 0.6, running: 0.4 };
/** Minimum lines of a run, and width of its gutter in em, for prose beside any other content. */
const MIN_LINES_BESIDE = 7; // col_three_justify: same at 4, +.001 at 12
const MIN_GUTTER_BESIDE = 0.8; // the columns of LaTeX are 10 points apart, in text of up to 12 points
/**
 * Two pages side by side: the page's width over its height, how far from its middle the gutter may be (of the width),
 * its width in em, shared baselines, and lines per side.
 */
// ratio: mid_movie-theater-booking: −.067 at .48, same at 2.4; offCentre: no sample between .04 and .2: two pages of
// one size; gutter: no sample between 0 and 7: two inner margins; shared: senate-expenditures: same at .64, −.183 at
// 1; lines: test “are the two pages of a spread, however short their lines” (fails at 11)
const SPREAD = { ratio: 1.2, offCentre: 0.1, gutter: 2, shared: 0.8, lines: 8 };
/** Depth of splits below which a spread is looked for. */
const MAX_SPREAD_DEPTH = 2; // test “are the two pages of a spread, however short their lines” (fails at 0)
/** A gutter of this many points raises the score by half; a wider one does not raise it further. */
const MAX_RATED_GAP = 30; // no sample between 9 and 90: a gutter of more than .4 inches is no surer

/** 0 when the two sides are not columns; otherwise higher is better. */
export function scoreOf(
  strip: Strip,
  lines: readonly TextLine[],
  edges: readonly Edges[],
  size: number,
  page: PageFrame,
  depth: number,
): number {
  const { x, start, end } = strip;
  const run = lines.slice(start, end);
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined) return 0;
  const [left, right] = sidesOf(strip, run, edges.slice(start, end));
  const areColumns =
    (depth < MAX_SPREAD_DEPTH && isSpread(strip, size, page)) ||
    bothProse(left, right, size) ||
    isProseBeside(strip, run, left, right, size, page) ||
    areHangingLists(run, x, size) ||
    areParallelLists(run, x);
  if (!areColumns) return 0;
  const balance = Math.min(left.width, right.width) / Math.max(left.width, right.width);
  return (
    (last.baseline - first.baseline) *
    Math.min(left.lines, right.lines) *
    (1 + Math.min(widthOf(strip), MAX_RATED_GAP) / (2 * MAX_RATED_GAP)) *
    (0.5 + balance)
  );
}

const widthOf = ({ x0, x1 }: Strip): number => x1 - x0;

/** Share of the lines with words on one baseline on both sides. */
const sharedBaselines = (strip: Strip): number => strip.shared / fewerLines(strip);

/** Two pages side by side. */
const isSpread = (strip: Strip, size: number, page: PageFrame): boolean =>
  page.width > SPREAD.ratio * page.height &&
  Math.abs((strip.x0 + strip.x1) / 2 - page.width / 2) < SPREAD.offCentre * page.width &&
  widthOf(strip) > SPREAD.gutter * size &&
  sharedBaselines(strip) < SPREAD.shared &&
  fewerLines(strip) >= SPREAD.lines;

const bothProse = (left: Side, right: Side, size: number): boolean =>
  [left, right].every((side) => isProse(side) && side.width > MIN_PROSE_WIDTH * size);

/** One side is prose; the other may be anything wide enough: a margin, a list, a table. */
const isProseBeside = (
  strip: Strip,
  run: readonly TextLine[],
  left: Side,
  right: Side,
  size: number,
  page: PageFrame,
): boolean =>
  run.length >= MIN_LINES_BESIDE &&
  (sharedBaselines(strip) < MAX_SHARED_BASELINES || isRuled(strip, run, page, left, right)) &&
  widthOf(strip) > MIN_GUTTER_BESIDE * size &&
  [left, right].every((side) => side.width > MIN_SIDE_WIDTH * size) &&
  [left, right].some((side) => isProse(side) && side.words > PROSE_WORDS) &&
  !areItemRows(run, strip.x);

/** Whether the only drawn line beside running prose is in the gutter. */
function isRuled(
  { x0, x1 }: Strip,
  run: readonly TextLine[],
  { vertical }: PageFrame,
  left: Side,
  right: Side,
): boolean {
  const [top, bottom] = [least(run.map((line) => line.y0)), greatest(run.map((line) => line.y1))];
  const [start, end] = [least(run.map((line) => line.x0)), greatest(run.map((line) => line.x1))];
  const along = vertical.filter(
    ({ at, from, to }) =>
      at > start && at < end && Math.min(to, bottom) - Math.max(from, top) > RULED.height * (bottom - top),
  );
  return (
    along.length > 0 &&
    along.every(({ at }) => at > x0 && at < x1) &&
    [left, right].some((side) => isProse(side) && side.running > RULED.running)
  );
}
