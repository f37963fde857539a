import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fan, rotate, turnClockwise } from '../../../../../engines/parse/document_ai_converter/raster/raster.ts';
import type { Raster } from '../../../../../engines/parse/document_ai_converter/raster/raster.ts';
import { straighten, straightenOtherwise } from '../../../../../engines/parse/document_ai_converter/raster/skew.ts';
import { page, textPage } from '../../../../support/documents/rasters.ts';

test('tilted and sideways text is straightened', () => {
  const straight = textPage(700, 800);
  assert.deepEqual(straighten(straight).skew, 0);
  for (const degrees of [-3, 2]) {
    const { skew, turned } = straighten(rotate(straight, degrees));
    assert.ok(Math.abs(skew + degrees) < 0.3, `${skew} for ${degrees}`);
    assert.equal(turned, false);
  }
  assert.equal(straighten(turnClockwise(straight)).turned, true);
});

test('lines that fan out, as on a page photographed at an angle, are made parallel', () => {
  const lines = Array.from({ length: 20 }, (_, line) =>
    Array.from({ length: 20 }, (__, word) => [60 + ((line * 11) % 27) + word * 27, 60 + line * 30, 25, 6] as const),
  );
  const straight = page(700, 720, lines.flat());
  const blankRows = ({ pixels, width, height }: Raster): number =>
    Array.from({ length: height }, (_, y) => pixels.subarray(y * width, (y + 1) * width)).filter((row) =>
      row.every((value) => value > 200),
    ).length;
  const photographed = fan(straight, 1.5, -1.5);
  assert.ok(blankRows(photographed) < 0.7 * blankRows(straight));
  const { raster, skew, turned } = straighten(photographed);
  assert.equal(turned, false);
  assert.ok(Math.abs(skew) < 0.3);
  assert.ok(blankRows(raster) > 0.85 * blankRows(straight), `${blankRows(raster)} of ${blankRows(straight)}`);
});

test('an image can be straightened the other way when its text could not be read', () => {
  const tilted = rotate(textPage(700, 800), 2);
  const { turned, raster } = straightenOtherwise(tilted, { ...straighten(tilted), turned: true });
  assert.equal(turned, false);
  assert.ok(Math.abs(straighten(raster).skew) < 0.3);
  assert.equal(straightenOtherwise(tilted, straighten(tilted)).turned, true);
});

test('a long strip of noisy text is unchanged', () => {
  const strip = textPage(700, 2400);
  let seed = 1;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const pixels = strip.pixels.map((pixel) => (random() < 0.04 ? (random() < 0.5 ? 0 : 255) : pixel));
  assert.equal(straighten({ ...strip, pixels }).turned, false);
  assert.equal(straighten(turnClockwise({ ...strip, pixels })).turned, true);
});
