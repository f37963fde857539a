import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageQuality } from '../../../../../engines/parse/document_ai_converter/page/quality.ts';
import type { RecognizedLine } from '../../../../../engines/parse/document_ai_converter/recognition/recognition.ts';

const line = (text: string, confidence: number): RecognizedLine => ({
  x0: 0,
  y0: 0,
  x1: 100,
  y1: 10,
  text,
  confidence,
  characters: Array.from(text, (character) => ({ text: character, x: 0 })),
});
const page = (dpi: number, skew: number, detected: readonly RecognizedLine[]) => ({
  width: 100,
  height: 100,
  left: 0,
  sheetWidth: 100,
  dpi,
  lines: [],
  rules: { horizontal: [], vertical: [] },
  turn: 90,
  skew,
  detected,
  model: null,
});

test('the quality of a page is the mean confidence of the kept characters, equally weighted', () => {
  const { confidence } = pageQuality(3, page(200, 0, [line('abc', 1), line('d', 0.8), line('ef', 0.5)]), 'a picture');
  assert.equal(confidence, Math.round(((3 + 0.8) / 6) * 1000) / 1000);
  assert.equal(pageQuality(3, page(200, 0, []), 'a picture').confidence, 1);
});

test('the quality of a page says why it is doubtful', () => {
  assert.deepEqual(pageQuality(3, page(119, 0.6, [line('abc', 0.4)]), 'a picture').reasons, [
    'a picture',
    'turned by 90°',
    'skewed by 0.6°',
    'low resolution, about 119 dpi',
    '1 of 1 regions were left out as unreadable',
  ]);
  assert.deepEqual(pageQuality(3, { ...page(120, 0.4, []), turn: 0 }, 'a picture').reasons, ['a picture']);
});
