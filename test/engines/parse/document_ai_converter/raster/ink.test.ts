import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inkEdges, measureInk, widestGap } from '../../../../../engines/parse/document_ai_converter/raster/ink.ts';
import type { Rules } from '../../../../../engines/parse/document_ai_converter/raster/rules.ts';
import { page } from '../../../../support/documents/rasters.ts';

const NONE: Rules = { horizontal: [], vertical: [] };
const BOX = { x0: 0, y0: 0, x1: 120, y1: 30 };
/** Eight letters of 4 × 10 pixels, the first with an ascender, and a gap after the fourth. */
const letters = [0, 1, 2, 3, 6, 7, 8, 9].map((place) => [10 + place * 8, 10, 4, 10] as const);
const RASTER = page(120, 30, [...letters, [10, 5, 2, 5]]);

test('the ink of a line has its height, its x-band, its edges and its widest gap', () => {
  const ink = measureInk(RASTER, BOX, NONE);
  assert.ok(ink !== null);
  assert.deepEqual([ink.top, ink.bottom], [5, 20]);
  assert.ok(ink.xBand !== null && Math.abs(ink.xBand.top - 10) < 1 && Math.abs(ink.xBand.bottom - 20) < 1);
  assert.deepEqual(inkEdges(ink), { left: 10, right: 86 });
  assert.deepEqual(widestGap(ink, 10, 86), { start: 38, width: 20 });
});

test('drawn lines are not ink, nor is a box without contrast', () => {
  const ruled = page(120, 30, [...letters, [0, 25, 120, 2]]);
  const measured = measureInk(ruled, BOX, { ...NONE, horizontal: [{ at: 25.5, from: 0, to: 120 }] });
  assert.equal(measured?.bottom, 20);
  const pale = { ...RASTER, pixels: RASTER.pixels.map((value) => (value === 0 ? 240 : 255)) };
  assert.equal(measureInk(pale, BOX, NONE), null);
});

test('light letters on a dark background are ink, too', () => {
  const inverse = { ...RASTER, pixels: RASTER.pixels.map((value) => 255 - value) };
  const ink = measureInk(inverse, BOX, NONE);
  assert.ok(ink !== null);
  assert.deepEqual(inkEdges(ink), { left: 10, right: 86 });
});
