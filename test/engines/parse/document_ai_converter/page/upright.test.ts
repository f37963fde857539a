import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readUpright } from '../../../../../engines/parse/document_ai_converter/page/upright.ts';
import type { PixelBox, Raster } from '../../../../../engines/parse/document_ai_converter/raster/raster.ts';
import type { RecognizedLine } from '../../../../../engines/parse/document_ai_converter/recognition/recognition.ts';
import { page } from '../../../../support/documents/rasters.ts';

/** Eight lines of a page with one dark pixel in its upper left corner. */
const RASTER = page(400, 400, [[0, 0, 1, 1]]);
const BOXES = Array.from({ length: 8 }, (_, index): PixelBox => ({
  x0: 50,
  x1: 250,
  y0: 40 * index,
  y1: 40 * index + 20,
}));

/** A model with this confidence for upright text, and for text turned by 180°. */
function readWith(asGiven: number, turned: number) {
  const asked: { readonly turned: boolean; readonly boxes: number }[] = [];
  const recognize = async (raster: Raster, boxes: readonly PixelBox[]): Promise<RecognizedLine[]> => {
    const isTurned = raster.pixels[0] !== 0;
    asked.push({ turned: isTurned, boxes: boxes.length });
    const characters = Array.from('letters', (text) => ({ text, x: 0 }));
    return boxes.map((box) => ({ ...box, text: 'letters', characters, confidence: isTurned ? turned : asGiven }));
  };
  return { asked, read: () => readUpright(recognize, RASTER, BOXES) };
}

test('a page that is read well is not tried upside down', async () => {
  const { asked, read } = readWith(0.94, 1);
  assert.equal((await read()).flipped, false);
  assert.deepEqual(asked, [
    { turned: false, boxes: 6 },
    { turned: false, boxes: 2 },
  ]);
});

test('a page whose first lines are read badly is read in the better orientation', async () => {
  const better = await readWith(0.92, 0.97).read();
  assert.deepEqual([better.flipped, better.lines.length], [true, 8]);
  assert.deepEqual([better.lines[0]?.x0, better.lines[0]?.x1], [150, 350]);
  assert.equal((await readWith(0.92, 0.9).read()).flipped, false);
});
