/** Groups lines into batches for the recognition model. */

import type { PixelBox } from '../raster/raster.ts';

/** Height of a line for the model, in pixels. */
export const RECOGNITION_HEIGHT = 48; // the height that the model takes
const MIN_WIDTH = 16; // a third of the height
const MAX_WIDTH = 3200; // some 170 characters
/**
 * A long line keeps a processor busy. Short lines are batched up to this total width, with similar widths: padding
 * costs as much as text.
 */
const MAX_BATCH_WIDTH = 800; // a line of 40 characters
const MAX_SPREAD = 16; // 2 % of MAX_BATCH_WIDTH is filled up

export interface Crop {
  readonly box: PixelBox;
  /** Index among the boxes. */
  readonly index: number;
  /** Width for the model, in pixels. */
  readonly width: number;
}

/** All boxes in batches, the longest first, so that the last ones leave no processor idle for long. */
export function lineBatches(boxes: readonly PixelBox[]): Crop[][] {
  const crops = boxes.map((box, index) => ({ box, index, width: cropWidth(box) })).sort((a, b) => b.width - a.width);
  const batches: Crop[][] = [];
  for (const crop of crops) {
    const batch = batches.at(-1);
    const [widest] = batch ?? [];
    const fits =
      batch !== undefined &&
      widest !== undefined &&
      widest.width * (batch.length + 1) <= MAX_BATCH_WIDTH &&
      crop.width >= widest.width - MAX_SPREAD;
    if (fits) batch.push(crop);
    else batches.push([crop]);
  }
  return batches;
}

const cropWidth = ({ x0, y0, x1, y1 }: PixelBox): number =>
  Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Math.ceil((RECOGNITION_HEIGHT * (x1 - x0)) / (y1 - y0))));
