import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bestCut } from '../../../../../engines/parse/web_reader/passages/cut.ts';

test('what is as likely as half of the F1 that can be reached is kept', () => {
  // Kept up to .9: 2 · 90 / (100 + 120) = .82. With .45: 2 · 112.5 / (150 + 120) = .83; with .15: 2 · 120 / (200 + 120)
  // = .75.
  assert.equal(bestCut([0.15, 0.9, 0.45], [50, 100, 50]), 0.45);
});

test('where nothing is likely, the cut is low; words weigh', () => {
  assert.equal(bestCut([0.2, 0.15, 0.01], [50, 50, 50]), 0.15);
  assert.equal(bestCut([0.9, 0.15], [10, 500]), 0.15);
});

test('without words nothing is kept', () => {
  assert.equal(bestCut([0.9], [0]), Infinity);
  assert.equal(bestCut([], []), Infinity);
});
