import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ScanLine } from '../../../../../engines/parse/document_ai_converter/lines/scan-line.ts';
import { lineStyles } from '../../../../../engines/parse/document_ai_converter/lines/sizes.ts';

const TEXT = 'a line of the body as long as the others are';

const line = (measured: Pick<ScanLine, 'size' | 'xHeight'> & Partial<ScanLine>): ScanLine => ({
  text: TEXT,
  length: 35,
  lowerCase: 35,
  letters: 35,
  words: [],
  confidence: 1,
  sizeByWidth: null,
  baseline: 0,
  stroke: 1,
  ...measured,
});

function sizesOf(lines: readonly ScanLine[]): (number | undefined)[] {
  const styles = lineStyles(lines.map((each) => ({ line: each, points: 1 })));
  return lines.map((each) => styles.get(each)?.fontSize);
}

test('an x-height that includes ascenders does not make a body line larger', () => {
  const body = Array.from({ length: 5 }, () => line({ size: 20, xHeight: 10 }));
  const [first, ...others] = sizesOf([line({ size: 20, xHeight: 15 }), ...body]);
  assert.equal(first, others[0]);
});

test('ink of neighboring lines in its box does not make a body line larger', () => {
  const body = Array.from({ length: 5 }, () => line({ size: 20, xHeight: 10 }));
  const [first, ...others] = sizesOf([line({ size: 27, xHeight: 10 }), ...body]);
  assert.equal(first, others[0]);
});

test('widths give the sizes of long lines whose heights are distorted by noise', () => {
  const body = [1, 1.1, 0.9, 1.15, 0.85].map((error) => line({ size: 20, xHeight: 10 * error, sizeByWidth: 20 }));
  const [first, ...others] = sizesOf([line({ size: 45, xHeight: 16, sizeByWidth: 20.2 }), ...body]);
  assert.deepEqual(new Set(others), new Set([first]));
});

test('a line in a wider font does not count as larger', () => {
  const body = Array.from({ length: 5 }, () => line({ size: 20, xHeight: 10, sizeByWidth: 20 }));
  const [first, ...others] = sizesOf([line({ size: 20, xHeight: 10, sizeByWidth: 25 }), ...body]);
  assert.equal(first, others[0]);
});
