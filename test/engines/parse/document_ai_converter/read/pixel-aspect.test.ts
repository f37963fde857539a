import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withSquarePixels } from '../../../../../engines/parse/document_ai_converter/read/pixel-aspect.ts';

const FAX = { pixels: new Uint8Array([0, 0, 255, 255]), width: 2, height: 2, dpi: 98 };

test('faxes with half as many rows as columns an inch get square pixels', () => {
  const { width, height, pixels } = withSquarePixels(FAX, { t282: [[196, 1]], t283: [[98, 1]] });
  assert.deepEqual([width, height], [2, 4]);
  assert.ok(pixels[0] === 0 && (pixels.at(-1) ?? 0) > 250);
  assert.deepEqual(withSquarePixels(FAX, { t282: [[98, 1]], t283: [[196, 1]] }).width, 4);
});

test('pictures with nearly square pixels, or with tags that are missing or wrong, stay as they are', () => {
  const tags = [
    { t282: [[204, 1]], t283: [[196, 1]] },
    { t282: [[200, 1]], t283: [[0, 1]] },
    { t282: [[900, 1]], t283: [[90, 1]] },
    {},
  ];
  for (const page of tags) assert.equal(withSquarePixels(FAX, page), FAX);
});
