/** Gutters: the empty vertical bands that separate columns of text. */

import type { TextLine } from '../../lines/text-lines.ts';
import { median } from '../../page/geometry.ts';
import type { Word } from '../../page/word.ts';
import type { Panel, Table } from '../../tables/table.ts';
import { scoreOf } from './gutter-score.ts';
import type { PageFrame } from './gutter-score.ts';
import { edgesOf, fewerLines, MIN_SIDE_LINES, stripsOf } from './strips.ts';
import type { Gutter, Strip } from './strips.ts';

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
    const score = scoreOf(strip, lines, edges, size, page, depth);
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

const spacesOf = (words: readonly Word[]): number[] =>
  words.slice(1).map((word, index) => word.x0 - (words[index]?.x1 ?? word.x0));
