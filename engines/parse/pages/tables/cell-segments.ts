/** The parts of lines that may be the cells of a row. */

import { markedSegmentsOf } from '../lines/text-lines.ts';
import type { Segment, TextLine } from '../lines/text-lines.ts';
import { greatest, least, median } from '../page/geometry.ts';
import type { Word } from '../page/word.ts';
import { justifiedLines } from './justified-lines.ts';
import { isNumber } from './numbers.ts';

/** Gap in em that separates the cells of a row. */
const CELL_GAP = 1; // mid_movie-theater-booking: −.281 at 0, +.001 at 2
/** The same between two numbers. */
const NUMBER_GAP = 0.5; // test “have numbers in cells of their own from half an em on” (fails at 1)
/** The same relative to the space between two words. */
const WIDER = 1.7; // pdfa_028: 1 em, where other spaces have .74 em
/** Spaces that typists put after a sentence or a colon: two, of which the second may be a little wider. */
const TYPED_SPACES = 2.2; // pdfa_028: 1.5 em, where other spaces have .74 em
const BEFORE_TYPED = /[.?!:]["”')\]]?$/;

/** Lines of justified prose are one segment. */
export const cellSegments = (lines: readonly TextLine[]): (readonly Segment[])[] =>
  textSegments(lines).map((segments) => segments.flatMap(numberSegments));

/** The same, with numbers close to each other in one: a space may group their digits. */
export function textSegments(lines: readonly TextLine[]): (readonly Segment[])[] {
  const justified = justifiedLines(lines);
  const space = usualSpace(lines);
  return lines.map((line) => {
    if (justified.has(line)) return [line];
    return joinSentences(markedSegmentsOf(line, Math.max(CELL_GAP, WIDER * space)), TYPED_SPACES * space);
  });
}

/** Gap, in em, that is wider than a space of a text. */
export const wideGap = (lines: readonly TextLine[]): number => WIDER * usualSpace(lines);

/** Width of a space between two words of a text, in em; it is large in typewriter fonts. */
function usualSpace(lines: readonly TextLine[]): number {
  const spaces = lines.flatMap(({ words, fontSize }) =>
    words.slice(1).map(({ x0 }, index) => (x0 - (words[index]?.x1 ?? x0)) / fontSize),
  );
  return median(spaces.filter((space) => space > 0 && space < CELL_GAP));
}

/** `gap`, in em, is the largest between two sentences of a line. */
function joinSentences(segments: readonly Segment[], gap: number): readonly Segment[] {
  if (gap <= CELL_GAP) return segments;
  const joined: Segment[] = [];
  for (const segment of segments) {
    const last = joined.at(-1);
    const before = last?.words.at(-1);
    const goesOn =
      before !== undefined && BEFORE_TYPED.test(before.text) && segment.x0 - before.x1 < gap * before.fontSize;
    if (last !== undefined && goesOn) {
      joined.splice(-1, 1, { words: [...last.words, ...segment.words], x0: last.x0, x1: segment.x1 });
    } else joined.push(segment);
  }
  return joined;
}

/** Numbers side by side are cells of their own, even close to each other. */
function numberSegments(segment: Segment): Segment[] {
  const parts: Word[][] = [];
  for (const word of segment.words) {
    const last = parts.at(-1)?.at(-1);
    const isApart =
      last !== undefined && word.x0 - last.x1 >= NUMBER_GAP * word.fontSize && isNumber(last) && isNumber(word);
    if (last === undefined || isApart) parts.push([word]);
    else parts.at(-1)?.push(word);
  }
  if (parts.length === 1) return [segment];
  return parts.map((words) => ({
    words,
    x0: least(words.map((word) => word.x0)),
    x1: greatest(words.map((word) => word.x1)),
  }));
}
