import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hitOf } from '../../../../engines/knowledge/retrieval/hits.ts';
import type { Hit } from '../../../../engines/knowledge/retrieval/hits.ts';
import { rerank } from '../../../../engines/knowledge/retrieval/reranking.ts';

const hit = (chunk: string, score: number): Hit => hitOf(chunk, { similarity: score });

test('the first hits get the order of the model and the scores of their new ranks', () => {
  const hits = rerank([hit('a', 3), hit('b', 2), hit('c', 1), hit('d', 0.5)], [-4, 7.5, 0]);
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
    rerank(hits, [1, 1]).map(({ chunk }) => chunk),
    ['a', 'b'],
  );
  assert.deepEqual(rerank(hits, []), hits);
});
