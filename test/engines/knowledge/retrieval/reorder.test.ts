import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reorder } from '../../../../engines/knowledge/retrieval/reorder.ts';
import { NO_PARTS } from '../../../../engines/knowledge/retrieval/types.ts';

const hit = (chunk: string, score: number) => ({ chunk, score, base: score, parts: NO_PARTS, path: null });

test('the first hits get the order of the model and the scores of their new ranks', () => {
  const hits = reorder([hit('a', 3), hit('b', 2), hit('c', 1), hit('d', 0.5)], [-4, 7.5, 0]);
  assert.deepEqual(
    hits.map(({ chunk, score, parts }) => [chunk, score, parts.rerank]),
    [
      ['b', 3, 1],
      ['c', 2, 1],
      ['a', 1, -2],
      ['d', 0.5, 0],
    ],
  );
});

test('hits of equal scores of the model keep their order', () => {
  const hits = [hit('a', 1), hit('b', 2)];
  assert.deepEqual(
    reorder(hits, [1, 1]).map(({ chunk }) => chunk),
    ['a', 'b'],
  );
  assert.deepEqual(reorder(hits, []), hits);
});
