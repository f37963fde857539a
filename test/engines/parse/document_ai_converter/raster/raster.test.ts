import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  scaleInto,
  turnClockwise,
  turnHalf,
} from '../../../../../engines/parse/document_ai_converter/raster/raster.ts';
import { page } from '../../../../support/documents/rasters.ts';

test('rotating by 90° four times, or by 180° twice, changes nothing', () => {
  const original = page(5, 3, [[1, 0, 2, 1]]);
  const turned = turnClockwise(original);
  assert.deepEqual([turned.width, turned.height, turned.pixels[1 * 3 + 2]], [3, 5, 0]);
  assert.deepEqual(turnClockwise(turnClockwise(turnClockwise(turned))), original);
  assert.deepEqual(turnHalf(turnHalf(original)), original);
});

test('a downscaled area is the mean of its pixels', () => {
  const half = page(4, 4, [[0, 0, 2, 4]]);
  assert.deepEqual([...scaleInto(half, { x0: 0, y0: 0, x1: 4, y1: 4 }, 2, 1)], [0, 255]);
});
