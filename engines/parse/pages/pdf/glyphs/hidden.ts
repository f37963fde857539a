/** Tells the invisible text of scans from that which no reader of the page sees. */

import { centreX, centreY } from '../../page/geometry.ts';
import type { Box } from '../../page/geometry.ts';
import type { GlyphRun } from '../../page/glyph.ts';

/** The largest images of a page that are asked for text on them. */
const MAX_IMAGES = 32; // bounds the work: a scan is one image, or some strips

/**
 * Removes invisible text from pages where most text is visible: it is a leftover of some tool, or meant for machines
 * only. Invisible text on an image stays: it is what a recognizer read there.
 */
export function withoutHidden(run: GlyphRun, readImages: () => readonly Box[]): GlyphRun {
  const drawn = run.filter((glyph) => glyph !== null);
  const invisible = drawn.filter(({ style }) => style.invisible).length;
  if (invisible === 0 || invisible > drawn.length / 2) return run;
  const images = [...readImages()].sort((a, b) => areaOf(b) - areaOf(a)).slice(0, MAX_IMAGES);
  return run.filter((glyph) => {
    if (glyph?.style.invisible !== true) return true;
    const [x, y] = [centreX(glyph), centreY(glyph)];
    return images.some(({ x0, x1, y0, y1 }) => x > x0 && x < x1 && y > y0 && y < y1);
  });
}

const areaOf = ({ x0, x1, y0, y1 }: Box): number => (x1 - x0) * (y1 - y0);
