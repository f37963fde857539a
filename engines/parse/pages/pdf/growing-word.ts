/** A word while its letters are read, one by one. */

import type { Glyph } from '../page/glyph.ts';
import type { Word } from '../page/word.ts';

/** Height in em of every word above and below its baseline: font boxes differ widely in height. */
const ASCENT = 0.8; // scanned: +.108 at .4, −.060 at 1.6
export const DESCENT = 0.2; // issue-987-test: +.030 at .1, −.492 at .4

export type GrowingWord = Omit<{ -readonly [K in keyof Word]: Word[K] }, 'fonts' | 'glyphs'> & {
  fonts: { font: string; length: number }[];
  glyphs: Glyph[];
  /** Whether its first letter is of a script that is written to the left. */
  readonly leftward: boolean;
};

/** A word at the place of its first letter, without letters yet. */
export function wordAt(glyph: Glyph, follows: Word | null, spaced: boolean): GrowingWord {
  return {
    text: '',
    marked: null,
    x0: glyph.x0,
    x1: glyph.x1,
    y0: glyph.y0,
    y1: glyph.y1,
    baseline: glyph.baseline,
    fontSize: glyph.style.fontSize,
    length: 0,
    boldLength: 0,
    font: glyph.style.font,
    fonts: [],
    mcid: glyph.style.mcid,
    rightToLeft: false,
    rotated: false,
    confidence: 1,
    glyphs: [],
    href: null,
    follows,
    spaced,
    leftward: glyph.rightToLeft,
  };
}

/** Adds a letter that reaches to `right`. */
export function addLetter(word: GrowingWord, glyph: Glyph, right: number): void {
  word.text += glyph.text;
  word.glyphs.push(glyph);
  word.length++;
  if (glyph.style.bold) word.boldLength++;
  if (glyph.rightToLeft) word.rightToLeft = true;
  word.x0 = Math.min(word.x0, glyph.x0);
  word.x1 = Math.max(word.x1, glyph.x1, right);
  const { font, fontSize } = glyph.style;
  const share = word.fonts.find((candidate) => candidate.font === font);
  if (share === undefined) word.fonts.push({ font, length: 1 });
  else share.length++;
  if (fontSize > word.fontSize) {
    word.fontSize = fontSize;
    word.baseline = glyph.baseline;
  }
  word.y0 = word.baseline - word.fontSize * ASCENT;
  word.y1 = word.baseline + word.fontSize * DESCENT;
}

/** Adds a letter before the last one; the two together end at `end`. */
export function addBeforeLast(word: GrowingWord, glyph: Glyph, last: Glyph, end: number): void {
  word.text = word.text.slice(0, -1) + glyph.text + last.text;
  word.glyphs.splice(-1, 0, glyph);
  word.length++;
  word.x1 = Math.max(word.x1, end);
}
