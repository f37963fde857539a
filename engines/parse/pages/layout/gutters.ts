/** Gutters: the empty vertical bands that separate columns of text. */

import type { TextLine } from '../lines/text-lines.ts';
import type { Rule } from '../page/drawings.ts';
import { greatest, least, median, sum } from '../page/geometry.ts';
import type { Word } from '../page/word.ts';
import type { Panel, Table } from '../tables/table.ts';
import { areHangingLists } from './hanging-lists.ts';
import { areItemRows } from './item-rows.ts';
import { areParallelLists } from './parallel-lists.ts';
import { columnsBeside, edgesOf, fewerLines, MIN_SIDE_LINES, stripsOf } from './strips.ts';
import type { Edges, Gutter, Strip } from './strips.ts';

export interface PageFrame {
  readonly width: number;
  readonly height: number;
  /** Its vertical lines. */
  readonly vertical: readonly Rule[];
}

/** Minimum width of a gutter in em. */
const MIN_GUTTER = 0.7; // pdfa_028: −.005 at .56, +.007 at .875
/** Minimum number of lines of both sides together. */
const MIN_LINES = 4; // col_three_justify: same at 3, +.008 at 5
/** Of more empty rectangles, only the tallest are rated: it bounds the time. */
const MAX_STRIPS = 150; // as many as a table of 100 columns would need, and more
/** Wide spaces between words lie below each other in fewer lines, in a gap of fewer spaces. */
// lines: no sample between 9 and 15: no river is that long; width: nougat_025: same at 1.2, −.001 at 1.875
const RIVER = { lines: 12, width: 1.5 };
/** Size of a title, relative to the text. */
const TITLE_SIZE = 1.3; // redp5110_sampled: −.012 without it
/** Prose: minimum words per line, and minimum share of the column that lines fill. */
const PROSE_WORDS = 4; // nougat_028: other text at 3, same at 5
const PROSE_FILL = 0.8; // col_two_justify: +.234 at .64, −1.224 at 1
/** Share of the lines that are no wider than the column: a caption may be. */
const WIDEST = 0.9; // nougat_017: same at .72, +.019 at 1; test “is read around a photograph” (fails at 1)
/** Gap in em that no justified line has, and the share of lines that must not have one. */
const WIDE_GAP = 1.3; // col_four_justify: +.009 at 1.04, +1.066 at 1.625
const PROSE_WHOLE = 0.5; // col_three_left: +.499 at .4, same at .625
/** Prose in narrow columns: lines, the share of them that start in lower case, words per line, fill, lines without a wide gap. */
// lines: no sample between 5 and 7; share: no sample between .32 and .5; words: no sample between 2 and 3.125; fill: no
// sample between .56 and .7; whole: as in the tests of pages in columns
const RUNNING = { lines: 6, share: 0.4, words: 2.5, fill: 0.7, whole: 0.3 };
/** Characters that count as a word in scripts without spaces. */
const WORD_CHARACTERS = 6; // nougat_028: other text at 5, same at 7
/** Minimum width of a column, in em: of prose, and beside prose. */
const MIN_PROSE_WIDTH = 8; // test “are split again within a column” (fails at 11)
const MIN_SIDE_WIDTH = 5; // no sample between 2 and 10: a marginal note of two short words a line
/** Columns set apart share few baselines. */
const MAX_SHARED_BASELINES = 0.6; // scanned: +.001 at .48, +.243 at .75
/** Share of the height of two columns that a line between them has, and of the prose's lines that start in lower case: those of tables do not. */
// test “are a margin and prose behind a drawn line, but not a table with one”
const RULED = { height: 0.6, running: 0.4 };
/** Minimum lines of a run, and width of its gutter in em, for prose beside any other content. */
const MIN_LINES_BESIDE = 7; // col_three_justify: same at 4, +.001 at 12
const MIN_GUTTER_BESIDE = 0.8; // the columns of LaTeX are 10 points apart, in text of up to 12 points
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
/** A gutter of this many points raises the score by half; a wider one does not raise it further. */
const MAX_RATED_GAP = 30; // no sample between 9 and 90: a gutter of more than .4 inches is no surer

/**
 * All maximal empty rectangles between words are found at once (as in Breuel, “Two geometric algorithms for layout
 * analysis”, 2002), so that each gutter is rated by the columns next to it, however many there are beyond.
 */
export function bestGutter(
  lines: readonly TextLine[],
  tables: readonly (Table | Panel)[],
  page: PageFrame,
  depth: number,
): Gutter | null {
  if (lines.length < MIN_SIDE_LINES) return null;
  const size = median(lines.map((line) => line.fontSize));
  const space = median(lines.flatMap(({ words }) => spacesOf(words)));
  const isRiver = (strip: Strip): boolean =>
    fewerLines(strip) < RIVER.lines && strip.x1 - strip.x0 < RIVER.width * space;
  const strips = stripsOf(lines, tables, MIN_GUTTER * size)
    .map((strip) => withoutTitle(strip, lines, size))
    .filter((strip) => fewerLines(strip) >= MIN_SIDE_LINES && !isRiver(strip))
    .sort((a, b) => fewerLines(b) - fewerLines(a))
    .slice(0, MAX_STRIPS);
  const edges = edgesOf(lines, strips);
  let best: Gutter | null = null;
  let highest = 0;
  for (const strip of strips) {
    const score = rate(strip, lines, edges, size, page, depth);
    if (score > highest) [best, highest] = [strip, score];
  }
  return best !== null && best.end - best.start >= MIN_LINES ? best : null;
}

/** A title above the columns may be short. It is read first in either case, and stays in one piece. */
function withoutTitle(strip: Strip, lines: readonly TextLine[], size: number): Strip {
  let { start } = strip;
  const isTitle = (line: TextLine | undefined): boolean =>
    line !== undefined && line.x1 <= strip.x && line.fontSize > TITLE_SIZE * size;
  while (isTitle(lines[start])) start++;
  return { ...strip, start, left: strip.left - (start - strip.start) };
}

interface Side {
  readonly lines: number;
  /** Words per line. */
  readonly words: number;
  /** Median width of a line as a share of the side's width. */
  readonly fill: number;
  /** Share of the lines without a wide gap; lines of tables have wide gaps. */
  readonly whole: number;
  /** Share of the lines that start in lower case: most lines of prose do. */
  readonly running: number;
  readonly width: number;
}

function sideOf(lines: readonly (readonly Word[])[]): Side {
  const all = lines.flat();
  const widthOf = (words: readonly Word[]): number =>
    greatest(words.map((word) => word.x1)) - least(words.map((word) => word.x0));
  const widths = lines.map(widthOf).sort((a, b) => a - b);
  const width = widths[Math.floor(WIDEST * (widths.length - 1))] ?? 0;
  const characters = sum(all, (word) => word.length);
  return {
    lines: lines.length,
    words: Math.max(all.length, characters / WORD_CHARACTERS) / lines.length,
    fill: median(widths) / width,
    whole: lines.filter((line) => !hasWideGap(line)).length / lines.length,
    running: lines.filter(([first]) => /^\p{Ll}/u.test(first?.text ?? '')).length / lines.length,
    width,
  };
}

/** The column next to the gutter if it is prose, otherwise everything on that side. */
function columnOrAll(nearest: readonly (readonly Word[])[], all: readonly (readonly Word[])[]): Side {
  const column = sideOf(nearest.filter((line) => line.length > 0));
  return isProse(column) ? column : sideOf(all.filter((line) => line.length > 0));
}

/** 0 when the two sides are not columns; otherwise higher is better. */
function rate(
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
  const fewer = fewerLines(strip);
  const gap = strip.x1 - strip.x0;
  const beside = run.map((line, index) => columnsBeside(strip, line, edges[start + index]));
  const left = columnOrAll(
    beside.map(([words]) => words),
    run.map((line) => line.words.filter((word) => word.x1 <= x)),
  );
  const right = columnOrAll(
    beside.map(([, words]) => words),
    run.map((line) => line.words.filter((word) => word.x1 > x)),
  );
  const shared = strip.shared / fewer;
  const isSpread =
    depth < MAX_SPREAD_DEPTH &&
    page.width > SPREAD.ratio * page.height &&
    Math.abs((strip.x0 + strip.x1) / 2 - page.width / 2) < SPREAD.offCentre * page.width &&
    gap > SPREAD.gutter * size &&
    shared < SPREAD.shared &&
    fewer >= SPREAD.lines;
  const isProseBeside =
    run.length >= MIN_LINES_BESIDE &&
    (shared < MAX_SHARED_BASELINES || isRuled(strip, run, page, left, right)) &&
    gap > MIN_GUTTER_BESIDE * size &&
    isBesideProse(left, right, size) &&
    !areItemRows(run, x);
  const areLists = (): boolean => areHangingLists(run, x, size) || areParallelLists(run, x);
  if (!isSpread && !bothProse(left, right, size) && !isProseBeside && !areLists()) return 0;
  const balance = Math.min(left.width, right.width) / Math.max(left.width, right.width);
  return (
    (last.baseline - first.baseline) *
    Math.min(left.lines, right.lines) *
    (1 + Math.min(gap, MAX_RATED_GAP) / (2 * MAX_RATED_GAP)) *
    (0.5 + balance)
  );
}

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

const isProse = (side: Side): boolean =>
  (side.words >= PROSE_WORDS && side.fill > PROSE_FILL && side.whole > PROSE_WHOLE) || isRunning(side);

/** Lines too narrow for many words, which go on from one to the next. */
const isRunning = (side: Side): boolean =>
  side.lines >= RUNNING.lines &&
  side.running > RUNNING.share &&
  side.words >= RUNNING.words &&
  side.fill > RUNNING.fill &&
  side.whole > RUNNING.whole;

const hasWideGap = (words: readonly Word[]): boolean =>
  words.some((word, index) => {
    const previous = words[index - 1];
    return previous !== undefined && word.x0 - previous.x1 > WIDE_GAP * word.fontSize;
  });

const spacesOf = (words: readonly Word[]): number[] =>
  words.slice(1).map((word, index) => word.x0 - (words[index]?.x1 ?? word.x0));

const bothProse = (left: Side, right: Side, size: number): boolean =>
  [left, right].every((side) => isProse(side) && side.width > MIN_PROSE_WIDTH * size);

/** One side is prose; the other may be anything wide enough: a margin, a list, a table. */
const isBesideProse = (left: Side, right: Side, size: number): boolean =>
  [left, right].every((side) => side.width > MIN_SIDE_WIDTH * size) &&
  [left, right].some((side) => isProse(side) && side.words > PROSE_WORDS);
