/** Removes salt-and-pepper noise of bad copies and faxes: single pixels that differ from their surroundings. */

import type { Raster } from './raster.ts';

/** A speck differs more from its surroundings than they vary. One neighbour is ignored, because specks may touch. */
const UNLIKE = 80; // a third of the tones
const EVEN = 40; // half of UNLIKE
/**
 * A sample of every n-th row is checked first. A page with a smaller share of specks stays as it is: ends of fine
 * strokes look alike.
 */
const SAMPLED_ROWS = 8; // test “single pixels of noise are taken out, and nothing of a page that has few” (fails at 6)
const MIN_SHARE = 0.0015; // ends of fine strokes stay below

/** Removes such noise; returns the same picture when it has little. */
export function withoutSpecks(raster: Raster): Raster {
  const { pixels, width, height } = raster;
  const around = [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1];
  const isSpeck = (at: number): boolean => {
    const value = pixels[at] ?? 0;
    // Fast path: nearly all pixels resemble a horizontal neighbour.
    if (Math.abs((pixels[at - 1] ?? 0) - value) < UNLIKE && Math.abs((pixels[at + 1] ?? 0) - value) < UNLIKE)
      return false;
    let [darkest, lightest, alike] = [255, 0, 0];
    for (const step of around) {
      const other = pixels[at + step] ?? 0;
      if (Math.abs(other - value) < UNLIKE) {
        if (++alike > 1) return false;
        continue;
      }
      if (other < darkest) darkest = other;
      if (other > lightest) lightest = other;
    }
    return lightest - darkest <= EVEN;
  };
  const countIn = (step: number, found: (at: number) => void): void => {
    for (let y = 1; y < height - 1; y += step) {
      for (let at = y * width + 1; at < (y + 1) * width - 1; at++) if (isSpeck(at)) found(at);
    }
  };
  let sampled = 0;
  countIn(SAMPLED_ROWS, () => sampled++);
  if (sampled * SAMPLED_ROWS < MIN_SHARE * width * height) return raster;

  const cleaned = pixels.slice();
  countIn(1, (at) => {
    const sorted = around.map((step) => pixels[at + step] ?? 0).sort((a, b) => a - b);
    cleaned[at] = ((sorted[3] ?? 0) + (sorted[4] ?? 0)) / 2;
  });
  return { ...raster, pixels: cleaned };
}
