import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scanLine } from '../../../../../engines/parse/document_ai_converter/lines/scan-line.ts';
import { page } from '../../../../support/documents/rasters.ts';

test('a line ends with its last character, not with letters of the next column in its box', () => {
  const raster = page(
    300,
    60,
    [0, 1, 2, 3, 4, 9, 10].map((place) => [20 + place * 20, 20, 12, 20] as const),
  );
  const characters = [0, 1, 2, 3, 4].map((place) => ({ text: 'm', x: 26 + place * 20 }));
  const box = { x0: 15, y0: 12, x1: 235, y1: 48 };
  const line = scanLine(raster, { ...box, characters, text: 'mmmmm', confidence: 1 }, { horizontal: [], vertical: [] });
  assert.deepEqual(
    line?.words.map(({ x0, x1 }) => [x0, x1]),
    [[20, 112]],
  );
});
