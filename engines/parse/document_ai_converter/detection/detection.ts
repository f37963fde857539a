/** Finds lines of text in a picture whose lines run horizontally (PP-OCRv6, differentiable binarisation). */

import { readFile } from 'node:fs/promises';
import type { DocumentAiRuntime } from '../../documents/types.ts';
import { DETECTION_MODEL, loadOnnxRuntime, modelPath } from '../models/runtime.ts';
import { openSession } from '../models/sessions.ts';
import { scaleInto } from '../raster/raster.ts';
import type { PixelBox, Raster } from '../raster/raster.ts';

/** Resolution for detection, and the minimum sides of the picture in pixels. */
const DPI = 130; // x-heights of 10 points come to 9 pixels
const MIN_LONG_SIDE = 640; // the side of the crops that PP-OCR trains its detection on
const MIN_SHORT_SIDE = 320; // half of MIN_LONG_SIDE
/** A picture with fewer dots per inch is enlarged up to this factor. */
const MAX_ENLARGED = 1.5; // pages at 100 dpi: .935 to .938 of the words in order; more pixels find no more
/** The model accepts multiples of this. */
const GRAIN = 32; // the stride of the model
/** Probability from which a pixel is text, and the minimum mean of a line. */
const TEXT = 0.3; // default of PP-OCR (`thresh`)
const MIN_MEAN = 0.5; // default of RapidOCR (`box_thresh`)
/** Smaller spots are noise, in pixels of the scaled picture. */
const MIN_SIDE = 3; // default of PP-OCR (`min_size`)
/** The model is trained on shrunken lines: boxes grow by this times area over perimeter. */
const GROWTH = 1.6; // default of RapidOCR (`unclip_ratio`)

/** Lines of text in a part of a picture, in pixels of the picture. */
export type DetectLines = (raster: Raster, part: PixelBox) => Promise<PixelBox[]>;

/** Loads the model. Throws `unavailable` when it is absent. */
export async function openDetector(runtime: DocumentAiRuntime): Promise<DetectLines> {
  const onnx = loadOnnxRuntime(runtime);
  const model = await readFile(modelPath(runtime, DETECTION_MODEL));
  const session = await openSession(onnx, model);
  const [input = 'x'] = session.inputNames;
  const [output = ''] = session.outputNames;

  // Reused, because memory outside the heap is freed late.
  let buffer = new Float32Array();

  return async (raster, part) => {
    const scale = detectionScale(raster);
    const x = widened(part.x0, part.x1, raster.width, scale);
    const y = widened(part.y0, part.y1, raster.height, scale);
    const [width, height] = [x.scaled, y.scaled];
    const scaled = scaleInto(raster, { x0: x.from, y0: y.from, x1: x.to, y1: y.to }, width, height);
    if (buffer.length < 3 * scaled.length) buffer = new Float32Array(3 * scaled.length);
    const planes = buffer.subarray(0, 3 * scaled.length);
    for (let at = 0; at < scaled.length; at++) planes[at] = (scaled[at] ?? 0) / 127.5 - 1;
    planes.copyWithin(scaled.length, 0, scaled.length);
    planes.copyWithin(2 * scaled.length, 0, scaled.length);
    const feeds = { [input]: new onnx.Tensor('float32', planes, [1, 3, height, width]) };
    const probability = (await session.run(feeds, [output]))[output]?.data;
    if (!(probability instanceof Float32Array)) throw new Error('The detection model returned an unexpected output.');
    const [perX, perY] = [(x.to - x.from) / width, (y.to - y.from) / height];
    return regions(probability, width, height).map((box) => ({
      x0: Math.max(x.from, x.from + box.x0 * perX),
      y0: Math.max(y.from, y.from + box.y0 * perY),
      x1: Math.min(x.to, x.from + box.x1 * perX),
      y1: Math.min(y.to, y.from + box.y1 * perY),
    }));
  };
}

/** The factor by which a picture is scaled for detection. */
export function detectionScale({ width, height, dpi }: Omit<Raster, 'pixels'>): number {
  const longest = Math.max(width, height);
  const scale = Math.min(MAX_ENLARGED, Math.max(DPI / dpi, MIN_LONG_SIDE / longest));
  return Math.min(width, height) * scale < MIN_SHORT_SIDE ? MIN_SHORT_SIDE / Math.min(width, height) : scale;
}

/** A side of a part, widened within the picture where possible, so that the model accepts it undistorted. */
function widened(from: number, to: number, limit: number, scale: number): { from: number; to: number; scaled: number } {
  const scaled = Math.ceil(((to - from) * scale) / GRAIN) * GRAIN;
  const length = Math.min(limit, scaled / scale);
  const start = Math.max(0, Math.min(limit - length, (from + to - length) / 2));
  const fitting = Math.max(GRAIN, Math.round((length * scale) / GRAIN) * GRAIN);
  return { from: start, to: start + length, scaled: fitting };
}

/** Connected regions of text as grown boxes, in pixels of the probability map. */
function regions(probability: Float32Array, width: number, height: number): PixelBox[] {
  const seen = new Uint8Array(width * height);
  const boxes: PixelBox[] = [];
  const isText = (at: number): boolean => seen[at] === 0 && (probability[at] ?? 0) > TEXT;
  const stack: number[] = [];
  const push = (at: number): void => {
    seen[at] = 1;
    stack.push(at);
  };
  for (let start = 0; start < seen.length; start++) {
    if (!isText(start)) continue;
    let [x0, y0, x1, y1, total, count] = [width, height, 0, 0, 0, 0];
    push(start);
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const x = at % width;
      const y = (at - x) / width;
      total += probability[at] ?? 0;
      count++;
      x0 = Math.min(x0, x);
      x1 = Math.max(x1, x);
      y0 = Math.min(y0, y);
      y1 = Math.max(y1, y);
      if (x > 0 && isText(at - 1)) push(at - 1);
      if (x < width - 1 && isText(at + 1)) push(at + 1);
      if (y > 0 && isText(at - width)) push(at - width);
      if (y < height - 1 && isText(at + width)) push(at + width);
    }
    const [wide, high] = [x1 - x0 + 1, y1 - y0 + 1];
    if (Math.min(wide, high) < MIN_SIDE || total / count < MIN_MEAN) continue;
    const growth = (GROWTH * wide * high) / (2 * (wide + high));
    boxes.push({ x0: x0 - growth, y0: y0 - growth, x1: x1 + 1 + growth, y1: y1 + 1 + growth });
  }
  return boxes;
}
