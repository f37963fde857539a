import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countAttempts } from '../../../domain/jobs/attempts.ts';

test('attempts that were not handed back count, whatever the step reported', () => {
  for (const before of [undefined, null, { progress: null, checkpoint: 'kept' }]) {
    assert.deepEqual(countAttempts(3, before), { raw: 3, shown: 3, counted: 3 });
  }
});

test('attempts that only waited are not shown; attempts of stopped workers are shown but not counted', () => {
  assert.deepEqual(countAttempts(6, { uncounted: 3, waited: 2 }), { raw: 6, shown: 4, counted: 3 });
});

test('after an operator resets the attempts, counting restarts', () => {
  assert.deepEqual(countAttempts(1, { uncounted: 3, waited: 2 }), { raw: 1, shown: 1, counted: 1 });
  assert.deepEqual(countAttempts(1, { uncounted: 1, waited: 1 }), { raw: 1, shown: 1, counted: 1 });
});
