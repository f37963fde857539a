import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAnswer } from '../../../../engines/knowledge/answer/citations.ts';

test('sentences without a given passage are dropped, and marks of the model are not shown', () => {
  const sentences = [
    { text: 'It is oak [1].', passages: [1, 1, 7] },
    { text: 'It is elm.', passages: [] },
    { text: 'It is ash.', passages: [3, 0] },
    { text: ' ', passages: [2] },
  ];
  assert.deepEqual(checkAnswer({ answered: true, sentences }, 2), {
    sentences: [{ text: 'It is oak.', passages: [0] }],
    dropped: 3,
  });
  assert.deepEqual(checkAnswer({ answered: false, sentences }, 2), { sentences: [], dropped: 0 });
});
