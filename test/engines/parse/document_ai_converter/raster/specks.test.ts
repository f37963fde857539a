import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutSpecks } from '../../../../../engines/parse/document_ai_converter/raster/specks.ts';
import { textPage } from '../../../../support/documents/rasters.ts';

test('isolated noise pixels are removed, but not on a page with few of them', () => {
  const text = textPage(700, 800);
  assert.equal(withoutSpecks(text), text);
  const pixels = text.pixels.slice();
  for (let y = 3; y < 800; y += 9) {
    for (let x = 3; x < 700; x += 7) pixels[y * 700 + x] = 255 - (pixels[y * 700 + x] ?? 0);
  }
  const cleaned = withoutSpecks({ ...text, pixels });
  const wrong = (noisy: Uint8Array): number => noisy.filter((pixel, at) => pixel !== text.pixels[at]).length;
  assert.ok(wrong(cleaned.pixels) < wrong(pixels) / 8, `${wrong(cleaned.pixels)} of ${wrong(pixels)}`);
});
