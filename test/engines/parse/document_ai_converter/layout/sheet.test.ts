import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sheetOf } from '../../../../../engines/parse/document_ai_converter/layout/sheet.ts';
import { rotate, turnClockwise, turnHalf } from '../../../../../engines/parse/document_ai_converter/raster/raster.ts';
import type { Raster } from '../../../../../engines/parse/document_ai_converter/raster/raster.ts';

/** The mean place of the dark pixels. */
function darkPlace({ pixels, width }: Raster): readonly [number, number] {
  const dark = [...pixels.entries()].filter(([, tone]) => tone < 128).map(([index]) => index);
  const mean = (of: (index: number) => number): number => dark.reduce((sum, index) => sum + of(index), 0) / dark.length;
  return [mean((index) => index % width) + 0.5, mean((index) => Math.floor(index / width)) + 0.5];
}

test('a box of a turned, straightened and split page is on the sheet as it is displayed', () => {
  const [width, height] = [200, 300];
  const pixels = new Uint8Array(width * height).fill(255);
  for (let y = 40; y < 48; y++) pixels.fill(0, y * width + 60, y * width + 68);
  const sheet: Raster = { pixels, width, height, dpi: 72 };
  for (const [turn, skew] of [
    [0, 4],
    [90, -3],
    [180, 2],
    [270, 5],
  ] as const) {
    const sideways = turn % 180 === 90 ? turnClockwise(sheet) : sheet;
    const straight = rotate(sideways, skew);
    const read = turn >= 180 ? turnHalf(straight) : straight;
    const [x, y] = darkPlace(read);
    const left = 30;
    const paper = sheetOf({ dpi: 72, left, sheetWidth: read.width, height: read.height, turn, skew });
    assert.deepEqual([paper.width, paper.height], [width, height]);
    const box = paper.box({ x0: x - left, x1: x - left, y0: y, y1: y });
    assert.ok(Math.abs(box.x0 - 64) < 1.5 && Math.abs(box.y0 - 44) < 1.5, `${turn}: ${JSON.stringify(box)}`);
  }
});
