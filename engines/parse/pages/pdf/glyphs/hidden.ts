/** Tells the invisible text of scans from that which no reader of the page sees. */

import { centreX, centreY } from '../../page/geometry.ts';
import type { Box } from '../../page/geometry.ts';
import type { GlyphRun } from '../../page/glyph.ts';

/** The largest images of a page that are asked for text on them. */
const MAX_IMAGES = 32; // bounds the work: a scan is one image, or some strips

/**
 * Removes invisible text from pages where most text is visible: it is a leftover of some tool, or meant for machines
 * only. Invisible text on an image stays: it is what a recognizer read there. `words` is how many were removed.
 */
export function withoutHidden(
  run: GlyphRun,
  readImages: () => readonly Box[],
): { readonly run: GlyphRun; readonly words: number } {
  const drawn = run.filter((glyph) => glyph !== null);
  const invisible = drawn.filter(({ style }) => style.invisible).length;
  if (invisible === 0 || invisible > drawn.length / 2) return { run, words: 0 };
  const images = [...readImages()].sort((a, b) => areaOf(b) - areaOf(a)).slice(0, MAX_IMAGES);
  let words = 0;
  let isInWord = false;
  const shown = run.filter((glyph) => {
    const isHidden = glyph?.style.invisible === true && !images.some((image) => isOn(image, glyph));
    const isLetter = isHidden && !glyph.blank;
    if (isLetter && !isInWord) words++;
    isInWord = isLetter;
    return !isHidden;
  });
  return { run: shown, words };
}

const areaOf = ({ x0, x1, y0, y1 }: Box): number => (x1 - x0) * (y1 - y0);

function isOn({ x0, x1, y0, y1 }: Box, glyph: Box): boolean {
  const [x, y] = [centreX(glyph), centreY(glyph)];
  return x > x0 && x < x1 && y > y0 && y < y1;
}
