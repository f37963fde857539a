/** The two sides of a gutter, measured to tell columns of prose from other content. */

import type { TextLine } from '../../lines/text-lines.ts';
import { greatest, least, median, sum } from '../../page/geometry.ts';
import type { Word } from '../../page/word.ts';
import { columnsBeside } from './strips.ts';
import type { Edges, Strip } from './strips.ts';

/** Prose: minimum words per line, and minimum share of the column that lines fill. */
export const PROSE_WORDS = 4; // nougat_028: other text at 3, same at 5
const PROSE_FILL = 0.8; // col_two_justify: +.234 at .64, −1.224 at 1
/** Share of the lines that are no wider than the column: a caption may be. */
const WIDEST = 0.9; // nougat_017: same at .72, +.019 at 1; test “is read around a photograph” (fails at 1)
/** Gap in em that no justified line has, and the share of lines that must not have one. */
const WIDE_GAP = 1.3; // col_four_justify: +.009 at 1.04, +1.066 at 1.625
const PROSE_WHOLE = 0.5; // col_three_left: +.499 at .4, same at .625
/**
 * Prose in narrow columns: lines, the share of them that start in lower case, words per line, fill, lines without a
 * wide gap.
 */
// lines: no sample between 5 and 7; share: no sample between .32 and .5; words: no sample between 2 and 3.125; fill: no
// sample between .56 and .7; whole: as in the tests of pages in columns
const RUNNING = { lines: 6, share: 0.4, words: 2.5, fill: 0.7, whole: 0.3 };
/** Characters that count as a word in scripts without spaces. */
const WORD_CHARACTERS = 6; // nougat_028: other text at 5, same at 7

export interface Side {
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

/** Of the lines of a strip. `edges` has those of each line. */
export function sidesOf(strip: Strip, lines: readonly TextLine[], edges: readonly Edges[]): readonly [Side, Side] {
  const beside = lines.map((line, index) => columnsBeside(strip, line, edges[index]));
  return [
    columnOrAll(
      beside.map(([words]) => words),
      lines.map((line) => line.words.filter((word) => word.x1 <= strip.x)),
    ),
    columnOrAll(
      beside.map(([, words]) => words),
      lines.map((line) => line.words.filter((word) => word.x1 > strip.x)),
    ),
  ];
}

/** The column next to the gutter if it is prose, otherwise everything on that side. */
function columnOrAll(nearest: readonly (readonly Word[])[], all: readonly (readonly Word[])[]): Side {
  const column = sideOf(nearest.filter((line) => line.length > 0));
  return isProse(column) ? column : sideOf(all.filter((line) => line.length > 0));
}

export const isProse = (side: Side): boolean =>
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
