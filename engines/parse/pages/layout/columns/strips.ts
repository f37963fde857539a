/** Strips: the empty rectangles between words and tables, from which gutters are chosen. */

import { segmentsOf } from '../../lines/text-lines.ts';
import type { TextLine } from '../../lines/text-lines.ts';
import type { Word } from '../../page/word.ts';
import type { Panel, Table } from '../../tables/table.ts';

/** Gap in em, and points left of a segment, at which its column's edge is tried. */
const CANDIDATE_GAP = 0.75; // pdfa_028: same at .3, +.007 at 1.5
const MAX_ROOM = 3; // no sample between 1 and 6: half of the narrowest gutter
/** Of more positions, only the most frequent are tried: it bounds the time. */
const MAX_CANDIDATES = 150; // as many as a table of 100 columns would need, and more
/** Minimum number of lines of each side. */
export const MIN_SIDE_LINES = 3; // col_three_justify: +.016 at 2, same at 4
/**
 * Lines on each side that show a gutter within a column; spaces of justified lines may lie below each other in fewer.
 */
const MIN_TALL_LINES = 6; // no sample between 5 and 7: a river of six lines is rare
/** Points by which a table must cross a gutter on both sides to close it. */
const CROSSING = 2; // no sample between 0 and 7: the thickness of a border

/** Distance of baselines, in em, within which words are on one. */
const SAME_BASELINE = 0.2; // issue-463-example: same at .1, −.053 at .3

/** A vertical gap at `x` through the lines from `start` to before `end`. */
export interface Gutter {
  readonly x: number;
  readonly start: number;
  readonly end: number;
}

/** A gutter with the empty rectangle around it. */
export interface Strip extends Gutter {
  /** Its edges: the end of the words to the left, and the start of those to the right. */
  readonly x0: number;
  readonly x1: number;
  /** The number of its lines with words to the left, to the right, and with words on one baseline on both sides. */
  readonly left: number;
  readonly right: number;
  readonly shared: number;
}

/** The maximal empty rectangles at least `width` wide. */
export const stripsOf = (lines: readonly TextLine[], tables: readonly (Table | Panel)[], width: number): Strip[] =>
  candidates(lines).flatMap((x) => stripsAt(lines, tables, x, width));

export const fewerLines = ({ left, right }: Strip): number => Math.min(left, right);

/** Positions just left of the start of segments, the most frequent ones. */
function candidates(lines: readonly TextLine[]): number[] {
  const [afterGaps, starts] = [new Map<number, number>(), new Map<number, number>()];
  const count = (places: Map<number, number>, x: number): void => void places.set(x, (places.get(x) ?? 0) + 1);
  for (const line of lines) {
    // Columns whose baselines differ share no line.
    count(starts, Math.round(line.x0 - MAX_ROOM));
    const segments = segmentsOf(line, CANDIDATE_GAP);
    for (const [index, segment] of segments.slice(1).entries()) {
      const room = (segment.x0 - (segments[index]?.x1 ?? segment.x0)) / 2;
      count(afterGaps, Math.round(segment.x0 - Math.min(MAX_ROOM, room)));
    }
  }
  for (const [x, number] of starts) {
    if (number >= MIN_SIDE_LINES) afterGaps.set(x, (afterGaps.get(x) ?? 0) + number);
  }
  return [...afterGaps]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_CANDIDATES)
    .map(([x]) => x);
}

/** The maximal runs of lines with a gap of at least `width` at `x`, which neither a word nor a table crosses. */
function stripsAt(lines: readonly TextLine[], tables: readonly (Table | Panel)[], x: number, width: number): Strip[] {
  const found: Strip[] = [];
  const crossing = tables.filter((table) => table.x0 < x - CROSSING && table.x1 > x + CROSSING);
  const empty = (start: number) => ({
    x,
    start,
    end: start,
    x0: -Infinity,
    x1: Infinity,
    left: 0,
    right: 0,
    shared: 0,
  });
  let open = empty(0);
  const close = (next: number): void => {
    if (open.end > open.start) found.push(open);
    open = empty(next);
  };
  for (const [index, line] of lines.entries()) {
    const previous = lines[index - 1];
    const [x0, x1] = gapAt(line, x);
    if (x1 - x0 < width) {
      close(index + 1);
      continue;
    }
    const isTable = (table: Table | Panel): boolean =>
      previous !== undefined && table.y0 < line.baseline && table.y1 > previous.baseline;
    if (Math.min(open.x1, x1) - Math.max(open.x0, x0) < width || crossing.some(isTable)) close(index);
    open.x0 = Math.max(open.x0, x0);
    open.x1 = Math.min(open.x1, x1);
    const [isLeft, isRight] = [Number(x0 > -Infinity), Number(x1 < Infinity)];
    open.left += isLeft;
    open.right += isRight;
    open.shared += Number(isLeft * isRight === 1 && isOnOneBaseline(line, x));
    open.end = index + 1;
  }
  close(lines.length);
  return found;
}

/** The ends of the words nearest to `x`; equal when a word crosses it. */
function gapAt(line: TextLine, x: number): [number, number] {
  let [x0, x1] = [-Infinity, Infinity];
  for (const word of line.words) {
    if (word.x1 <= x) x0 = Math.max(x0, word.x1);
    else if (word.x0 >= x) x1 = Math.min(x1, word.x0);
    else return [x, x];
  }
  return [x0, x1];
}

/** Whether the words nearest to `x` are on one baseline: those of columns that are set apart are only by chance. */
function isOnOneBaseline({ words, fontSize }: TextLine, x: number): boolean {
  const next = words.findIndex((word) => word.x0 >= x);
  const off = (words[next]?.baseline ?? 0) - (words[next - 1]?.baseline ?? 0);
  return Math.abs(off) < SAME_BASELINE * fontSize;
}

/** Where the columns next to a gutter may end on a line: ascending edges of the other gutters. */
export interface Edges {
  readonly left: readonly number[];
  readonly right: readonly number[];
}

const NO_EDGES: Edges = { left: [], right: [] };

export function edgesOf(lines: readonly TextLine[], strips: readonly Strip[]): Edges[] {
  const tall = strips.filter((strip) => fewerLines(strip) >= MIN_TALL_LINES);
  const ascending = (key: 'x0' | 'x1'): Strip[] => [...tall].sort((a, b) => a[key] - b[key]);
  const [byLeft, byRight] = [ascending('x0'), ascending('x1')];
  return lines.map((_, index) => {
    const covers = ({ start, end }: Strip): boolean => start <= index && index < end;
    return { left: byLeft.filter(covers).map(({ x0 }) => x0), right: byRight.filter(covers).map(({ x1 }) => x1) };
  });
}

/** The words of `line` from the gutter `strip` to the next gutters on both sides. */
export function columnsBeside(strip: Strip, line: TextLine, { left, right }: Edges = NO_EDGES): [Word[], Word[]] {
  const from = right.findLast((edge) => edge <= strip.x0) ?? -Infinity;
  const to = left.find((edge) => edge >= strip.x1) ?? Infinity;
  return [
    line.words.filter((word) => word.x1 <= strip.x && word.x0 >= from),
    line.words.filter((word) => word.x1 > strip.x && word.x1 <= to),
  ];
}
