/** Grey pictures made for a test. */
import type { Raster } from '../../../engines/parse/document_ai_converter/raster/raster.ts';

/** A white page with black boxes. */
export function page(
  width: number,
  height: number,
  boxes: readonly (readonly [x: number, y: number, w: number, h: number])[],
): Raster {
  const pixels = new Uint8Array(width * height).fill(255);
  for (const [x, y, w, h] of boxes) {
    for (let row = y; row < y + h; row++) pixels.fill(0, row * width + x, row * width + x + w);
  }
  return { pixels, width, height, dpi: 150 };
}

/** Lines of text as rows of small boxes. */
export const textPage = (width: number, height: number): Raster =>
  page(
    width,
    height,
    Array.from({ length: 20 }, (_, line) =>
      Array.from({ length: 25 }, (__, word) => [60 + word * 20, 60 + line * 30, 12, 10] as const),
    ).flat(),
  );
