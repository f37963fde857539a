/** A word on a page, produced both by the reader of a PDF and by the recognizer of a scan. */

import { sum, type Box } from './geometry.ts';
import type { Glyph } from './glyph.ts';
import { isRightToLeft } from './scripts.ts';

export interface Word extends Box {
  readonly text: string;
  /** The text with the marks of its looks; `null` when it has none. */
  readonly marked: string | null;
  readonly baseline: number;
  readonly fontSize: number;
  /** Number of characters, and how many of them are bold. */
  readonly length: number;
  readonly boldLength: number;
  /** The font of its first character, and the number of characters in each font. */
  readonly font: string;
  readonly fonts: readonly FontShare[];
  readonly mcid: number;
  /** Contains right-to-left letters. */
  readonly rightToLeft: boolean;
  /** Runs in another direction than the text of the page. */
  readonly rotated: boolean;
  /** 0..1; 1 from a text layer. */
  readonly confidence: number;
  readonly glyphs: readonly Glyph[];
  /** Web address of its link; `null` for most words. */
  readonly href: string | null;
  /** The previous word in the file when only a gap, no space, separates the two. */
  readonly follows: Word | null;
  /** A space of the file, which may have no width, separates it from the word before. */
  readonly spaced: boolean;
}

/** Whether most characters of words are bold. */
export const areBold = (words: readonly Word[]): boolean =>
  2 * sum(words, ({ boldLength }) => boldLength) > sum(words, ({ length }) => length);

/** A word that was recognized from pixels, in points from the upper left corner of the upright page. */
export interface RecognizedWord extends Box {
  /** In reading order. */
  readonly text: string;
  readonly baseline: number;
  readonly fontSize: number;
  readonly bold: boolean;
  /** Any name; words that look alike share it. */
  readonly font: string;
  /** 0..1. */
  readonly confidence: number;
}

export function recognizedWord(word: RecognizedWord): Word {
  const { text, x0, y0, x1, y1, baseline, fontSize, bold, font, confidence } = word;
  const { length } = text;
  return {
    text,
    marked: null,
    x0,
    y0,
    x1,
    y1,
    baseline,
    fontSize,
    length,
    font,
    confidence,
    boldLength: bold ? length : 0,
    fonts: [{ font, length }],
    mcid: -1,
    rightToLeft: isRightToLeft(text),
    rotated: false,
    glyphs: [],
    href: null,
    follows: null,
    spaced: false,
  };
}

export interface FontShare {
  readonly font: string;
  readonly length: number;
}
