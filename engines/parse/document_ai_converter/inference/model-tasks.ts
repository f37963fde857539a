/** Messages to and from the model threads. */

import type { PixelBox, Raster } from '../raster/raster.ts';
import type { ScriptModel } from '../models/tesseract.ts';
import type { Crop } from '../recognition/line-batches.ts';
import type { RecognizedLine } from '../recognition/recognition.ts';

/**
 * A request to find the lines in a part of a picture, or to read lines, with the model of a script too. The pixels are
 * shared, not copied.
 */
export type ModelTask =
  | { readonly kind: 'detect'; readonly raster: Raster; readonly part: PixelBox }
  | { readonly kind: 'read'; readonly raster: Raster; readonly batch: readonly Crop[] }
  | {
      readonly kind: 'script';
      readonly raster: Raster;
      readonly boxes: readonly PixelBox[];
      readonly model: ScriptModel;
    };

export type ModelAnswer =
  | { readonly kind: 'detect'; readonly boxes: readonly PixelBox[] }
  | { readonly kind: 'read'; readonly lines: readonly RecognizedLine[] };

export type ModelMessage = { readonly answer: ModelAnswer } | { readonly error: unknown };
