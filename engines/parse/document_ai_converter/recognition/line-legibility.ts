/** Decides whether lines were read or guessed, and whether the script of a page can be read at all. */

import type { RecognizedLine } from './recognition.ts';

/** Lines with less confidence are bits of pictures that were read as letters. */
const MIN_CONFIDENCE = 0.65; // test “a long line must be surer than a label”
/** A long line with at most this confidence was guessed: letters of unknown scripts look like known ones. */
const GUESSED = 0.78; // between MIN_CONFIDENCE and MIN_MEAN_CONFIDENCE
const LONG = 12; // two words

/** Whether a line is text that was read. Others are bits of pictures, illegible, or in an unknown script. */
export const isLegible = ({ confidence, characters }: RecognizedLine): boolean =>
  confidence >= (characters.length < LONG ? MIN_CONFIDENCE : GUESSED);

/**
 * Lines of text that were found but not read. More than these are reported, unless they are a small part of the page.
 */
const MIN_UNREAD = 2; // a logo and a stamp
const MIN_UNREAD_SHARE = 0.1; // a paragraph in ten
/** A line with a larger share of Greek letters is Greek text, not a formula. */
const MAX_GREEK = 0.5; // formulas have operators, digits and Latin letters too

/**
 * Whether a line was found but not read. The model knows Greek letters from formulas, without accents: Greek text has
 * both.
 */
export const isUnread = (line: RecognizedLine): boolean =>
  !isLegible(line) || lettersOf(line) < MIN_DENSITY * lengthOf(line) || isUnaccentedGreek(line.text);

/**
 * How many lines, or columns of vertical text, were found on a page but not read; 0 when they are few: bits of
 * pictures.
 */
export function unreadLines(detected: readonly RecognizedLine[]): number {
  const lines = detected.filter((line) => lengthOf(line) > MIN_RATIO);
  const unread = lines.filter(isUnread);
  const share = sumOf(unread, lengthOf) / Math.max(1, sumOf(lines, lengthOf));
  return unread.length > MIN_UNREAD && share > MIN_UNREAD_SHARE ? unread.length : 0;
}

/** Longer side over the shorter one. */
const lengthOf = ({ x0, y0, x1, y1 }: RecognizedLine): number =>
  Math.max(x1 - x0, y1 - y0) / Math.max(1, Math.min(x1 - x0, y1 - y0));
const isUnaccentedGreek = (text: string): boolean =>
  (text.match(/\p{Script=Greek}/gu)?.length ?? 0) > MAX_GREEK * (text.match(/\p{L}/gu)?.length ?? 0) &&
  !/[\u0386-\u038f\u03ac-\u03af\u03cc-\u03ce\u1f00-\u1fff]/.test(text);
const lettersOf = ({ text }: RecognizedLine): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
const sumOf = (lines: readonly RecognizedLine[], value: (line: RecognizedLine) => number): number =>
  lines.reduce((sum, line) => sum + value(line), 0);

/** Minimum amount of text for a judgement: the sum of the regions' widths over their heights. */
const MIN_TEXT = 20; // half a line of text
/** Regions with at least this ratio of width to height are lines, not single letters. */
const MIN_RATIO = 1.5; // single letters are narrower
/** Characters per line height of length: about 1.5 for Latin letters, 0.7 for ideographs. */
const MIN_DENSITY = 0.3; // a fifth of Latin text, less than half of ideographs
/** Legible pages reach 0.95, including faxes and photographs; unknown scripts reach 0.7 to 0.85. */
const MIN_MEAN_CONFIDENCE = 0.87; // between 0.85 and 0.95

/**
 * Whether a page is in a script that the models do not know: it is full of what looks like text but was hardly read.
 */
export function isUnknownScript({ detected }: { readonly detected: readonly RecognizedLine[] }): boolean {
  const regions = detected.filter(({ x0, y0, x1, y1 }) => x1 - x0 > MIN_RATIO * (y1 - y0));
  const lengths = regions.reduce((sum, { x0, y0, x1, y1 }) => sum + (x1 - x0) / (y1 - y0), 0);
  if (lengths < MIN_TEXT) return false;
  const read = regions.reduce(
    (sum, line) => sum + (line.confidence < MIN_CONFIDENCE ? 0 : (line.text.match(/[\p{L}\p{N}]/gu)?.length ?? 0)),
    0,
  );
  if (read < MIN_DENSITY * lengths) return true;
  const characters = regions.reduce((sum, line) => sum + line.characters.length, 0);
  const certainty = regions.reduce((sum, line) => sum + line.characters.length * line.confidence, 0);
  return certainty < MIN_MEAN_CONFIDENCE * characters;
}
