import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recognitionReason } from '../../../../../engines/parse/document_ai_converter/read/text-layer.ts';
import { pageOf, wordsOf } from '../../../../support/documents/words.ts';

const withImage = { drawings: { horizontal: [], vertical: [], rectangles: [], imageShare: 1 } };

test('a page is recognized when it has no text, or few characters beside images', () => {
  assert.equal(recognitionReason(pageOf([])), 'no text layer');
  assert.equal(recognitionReason(pageOf(wordsOf('x'.repeat(119), 72, 100), withImage)), 'little text beside pictures');
  assert.equal(recognitionReason(pageOf(wordsOf('x'.repeat(120), 72, 100), withImage)), null);
  assert.equal(recognitionReason(pageOf(wordsOf('7', 72, 100))), null);
});

test('a page is recognized when more than .08 of its characters have no meaning', () => {
  const text = (meaningless: number) => '\ue001'.repeat(meaningless) + 'x'.repeat(100 - meaningless);
  assert.equal(recognitionReason(pageOf(wordsOf(text(8), 72, 100))), null);
  assert.equal(recognitionReason(pageOf(wordsOf(text(9), 72, 100))), 'unreadable text layer');
});
