/** Salt-and-pepper noise, as bad copies and faxes have it: single pixels that are unlike what is around them. */

import type { Raster } from './raster.ts';

/** A speck differs by more from what is around it than that does in itself. One neighbour is left out: specks touch. */
const UNLIKE = 80; // a third of the tones
const EVEN = 40; // half of UNLIKE
/** Every so many rows are looked at first; a cleaner page than this share of specks is left alone: ends of fine strokes look like specks. */
const SAMPLED_ROWS = 8; // test “single pixels of noise are taken out, and nothing of a page that has few” (fails at 6)
const MIN_SHARE = 0.0015; // ends of fine strokes stay below

/** The picture without such noise; itself when it has little. */
export function withoutSpecks(raster: Raster): Raster {
  const { pixels, width, height } = raster;
  const around = [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1];
  const isSpeck = (at: number): boolean => {
    const value = pixels[at] ?? 0;
    // Nearly all pixels are like one of their sides.
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
