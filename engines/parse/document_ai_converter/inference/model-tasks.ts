/** What the threads of the models are asked, and what they answer. */

import type { PixelBox, Raster } from '../raster/raster.ts';
import type { Crop } from '../recognition/line-batches.ts';
import type { RecognisedLine } from '../recognition/recognition.ts';

/** Find the lines in a part of a picture, or read lines. The pixels are shared, not copied. */
export type ModelTask =
  | { readonly kind: 'detect'; readonly raster: Raster; readonly part: PixelBox }
  | { readonly kind: 'read'; readonly raster: Raster; readonly batch: readonly Crop[] };

export type ModelAnswer =
  | { readonly kind: 'detect'; readonly boxes: readonly PixelBox[] }
  | { readonly kind: 'read'; readonly lines: readonly RecognisedLine[] };

export type ModelMessage = { readonly answer: ModelAnswer } | { readonly error: unknown };
