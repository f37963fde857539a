import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareMeasurement } from '../../../../engines/evaluation/scores/comparison.ts';
import type { ScoredPair } from '../../../../engines/evaluation/scores/comparison.ts';

/** Ten cases of each of some documents. */
const pairs = (documents: number, loss: number): ScoredPair[] =>
  Array.from({ length: 10 * documents }, (_, at) => ({
    group: `document ${at % documents}`,
    baselineIndex: at,
    candidateIndex: at,
    baseline: 0.9,
    candidate: 0.9 - loss,
  }));

test('fewer than six groups decide nothing, however much worse the candidate is', () => {
  const outcomes = [1, 5, 6, 20].map((documents) => {
    const compared = compareMeasurement(pairs(documents, 0.5), 'higher');
    return [compared?.groups, compared?.outcome, compared?.losses];
  });
  assert.deepEqual(outcomes, [
    [1, 'too_few_groups', 10],
    [5, 'too_few_groups', 50],
    [6, 'worse', 60],
    [20, 'worse', 200],
  ]);
});

test('equal runs are undecided, in how many groups ever', () => {
  assert.deepEqual(
    [1, 20].map((documents) => compareMeasurement(pairs(documents, 0), 'higher')?.outcome),
    ['undecided', 'undecided'],
  );
});
