import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ScanLine } from '../../../../../engines/parse/document_ai_converter/lines/scan-line.ts';
import type { ScannedPage } from '../../../../../engines/parse/document_ai_converter/page/scan-page.ts';
import { pagesOf } from '../../../../../engines/parse/document_ai_converter/page/spreads.ts';

const line = (x0: number, x1: number, length = 30): ScanLine => ({
  text: 'x'.repeat(length),
  length,
  lowerCase: length,
  letters: length,
  words: [{ text: 'x'.repeat(length), x0, x1 }],
  confidence: 1,
  size: 20,
  xHeight: 10,
  sizeByWidth: 20,
  baseline: 100,
  stroke: 2,
});
const spread = (left: number, right: number, gutter: number, length = 30): ScannedPage => ({
  width: 1400,
  height: 1000,
  left: 0,
  sheetWidth: 1400,
  dpi: 100,
  lines: [
    ...Array.from({ length: left }, () => line(100, 700 - gutter / 2, length)),
    ...Array.from({ length: right }, () => line(700 + gutter / 2, 1300, length)),
  ],
  rules: { horizontal: [{ at: 50, from: 100, to: 500 }], vertical: [{ at: 900, from: 0, to: 100 }] },
  turn: 0,
  skew: 0,
  detected: [],
  model: null,
});

test('a spread becomes two pages, each measured from its own left edge', () => {
  const [left, right] = pagesOf(spread(10, 10, 80));
  assert.deepEqual([left?.width, left?.lines.length, left?.rules.horizontal.length], [700, 10, 1]);
  assert.deepEqual([right?.lines.length, right?.lines[0]?.words[0]?.x0, right?.rules.vertical[0]?.at], [10, 40, 200]);
});

test('a spread has a gutter of .025 of its width and eight lines of 20 characters a side', () => {
  assert.deepEqual(
    [spread(10, 10, 36), spread(10, 10, 34), spread(8, 8, 80), spread(7, 8, 80), spread(8, 8, 80, 19)].map(
      (page) => pagesOf(page).length,
    ),
    [2, 1, 2, 1, 1],
  );
});

test('a spread is wider than high, and no rule crosses its middle', () => {
  assert.equal(pagesOf({ ...spread(10, 10, 80), height: 1200 }).length, 1);
  const crossed = { horizontal: [{ at: 50, from: 100, to: 1300 }], vertical: [] };
  assert.equal(pagesOf({ ...spread(10, 10, 80), rules: crossed }).length, 1);
});
