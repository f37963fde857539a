import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  averagePrecision,
  helpsAnswer,
  helpsQuestion,
  stemsOf,
  wantedWords,
} from '../../../../../engines/evaluation/judges/built-in/passages.ts';
import { SCALE_TEXTS, similarityBy } from '../../../../../engines/evaluation/judges/built-in/vectors.ts';

test('average precision', () => {
  assert.equal(averagePrecision([true, true, false]), 1);
  assert.equal(averagePrecision([false, true]), 0.5);
  assert.equal(averagePrecision([true, false, true]), (1 + 2 / 3) / 2);
  assert.equal(averagePrecision([false]), 0);
  assert.equal(averagePrecision([]), 0);
});

test('a passage that is closer, or has the answer, is more likely to help', () => {
  assert.ok(helpsQuestion(1) > 0.7 && helpsQuestion(0) < 0.1);
  assert.ok(helpsAnswer(1, 1) > 0.9 && helpsAnswer(0.6, 1) > helpsAnswer(0.6, 0) + 0.2);
});

test('words of an answer are found in other forms, weighted by their rarity', () => {
  const passage = stemsOf('The mill was restored by the council of Eling.');
  assert.equal(wantedWords('restoring')?.shareIn(passage), 1);
  const half = wantedWords('the mill of Ghent');
  const share = half?.shareIn(passage) ?? Number.NaN;
  assert.ok(share > 0 && share < 0.5, String(share));
  assert.deepEqual(half?.missingIn(passage), ['Ghent']);
  assert.equal(wantedWords('of the')?.shareIn(passage), 1);
  assert.equal(wantedWords('…'), null);
});

test('similarity reads every model alike: 0 for unrelated texts, 1 for a question and its answer', () => {
  // Each pair has an axis of its own; all vectors lean to one side, as those of some models do.
  const vectors = SCALE_TEXTS.map((_text, index) => {
    const axis = 1 + Math.floor(index / 2);
    return Array.from({ length: 10 }, (_value, at) => (at === 0 ? Math.sqrt(0.75) : at === axis ? 0.5 : 0));
  });
  const similarity = similarityBy(vectors);
  const [first = [], same = [], other = []] = vectors;
  assert.ok(Math.abs(similarity(first, same) - 1) < 1e-6);
  assert.ok(Math.abs(similarity(first, other)) < 1e-6);
});
