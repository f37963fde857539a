/** Groups characters into words: those close together on one baseline. */

import { centreX, centreY } from '../page/geometry.ts';
import type { Box } from '../page/geometry.ts';
import { isControl } from '../page/glyph.ts';
import type { GlyphRun } from '../page/glyph.ts';
import type { MonospaceFonts } from '../page/monospace-fonts.ts';
import type { Word } from '../page/word.ts';
import type { Link } from './annotations.ts';
import { inLetters } from './glyphs/ligatures.ts';
import { WordReader } from './word-reader.ts';

/** How far outside the page a word may be, in points; clipped text is invisible to readers. */
const PAGE_MARGIN = 5; // test “are neither printed twice at one place nor outside the page” (fails at 3 and 8)

/** The upright words of a page in content order. */
export function uprightWords(run: GlyphRun, monoFonts: MonospaceFonts, links: readonly Link[]): Word[] {
  const reader = new WordReader(monoFonts);
  let isAfterGap = false;
  for (const glyph of run) {
    if (glyph === null) {
      isAfterGap = true;
      continue;
    }
    if (isAfterGap) reader.readGap(glyph);
    isAfterGap = false;
    if (glyph.blank) reader.readSpace(glyph);
    else if (glyph.angle === 0 && !isControl(glyph)) reader.readLetter(glyph);
  }
  const words = reader.words.filter(({ text }) => text.trim() !== '');
  for (const word of words) {
    word.text = inLetters(word.text);
    word.href = hrefAt(links, word);
  }
  return words;
}

function hrefAt(links: readonly Link[], word: Box): string | null {
  const [x, y] = [centreX(word), centreY(word)];
  return links.find((link) => x > link.x0 && x < link.x1 && y > link.y0 && y < link.y1)?.href ?? null;
}

/** Drops words printed twice at one position: shadows, fake bold. */
export function withoutCopies(words: readonly Word[]): Word[] {
  const seen = new Set<string>();
  return words.filter((word) => {
    const key = `${word.text}|${Math.round(word.x0 / 2)}|${Math.round(word.baseline / 2)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

export const isOnPage = (word: Word, { width, height }: { readonly width: number; readonly height: number }): boolean =>
  word.x1 > -PAGE_MARGIN &&
  word.x0 < width + PAGE_MARGIN &&
  word.baseline > -PAGE_MARGIN &&
  word.baseline < height + PAGE_MARGIN;
