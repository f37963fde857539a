import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ScanLine } from '../../../../engines/parse/document_ai_converter/scan-line.ts';
import { lineStyles } from '../../../../engines/parse/document_ai_converter/sizes.ts';

const TEXT = 'a line of the body as long as the others are';

const line = (measured: Pick<ScanLine, 'size' | 'xHeight'>): ScanLine => ({
  text: TEXT,
  length: 35,
  lowerCase: 35,
  letters: 35,
  words: [],
  confidence: 1,
  baseline: 0,
  stroke: 1,
  ...measured,
});

function sizesOf(lines: readonly ScanLine[]): (number | undefined)[] {
  const styles = lineStyles(lines.map((each) => ({ line: each, points: 1 })));
  return lines.map((each) => styles.get(each)?.fontSize);
}

test('an x-height that caught the ascenders does not make a line of the body larger', () => {
  const body = Array.from({ length: 5 }, () => line({ size: 20, xHeight: 10 }));
  const [first, ...others] = sizesOf([line({ size: 20, xHeight: 15 }), ...body]);
  assert.equal(first, others[0]);
});

test('ink of neighbours in its box does not make a line of the body larger', () => {
  const body = Array.from({ length: 5 }, () => line({ size: 20, xHeight: 10 }));
  const [first, ...others] = sizesOf([line({ size: 27, xHeight: 10 }), ...body]);
  assert.equal(first, others[0]);
});
