import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batchState } from '../../../../domain/jobs/batch/state.ts';
import type { StateCounts } from '../../../../domain/jobs/batch/state.ts';

const cases: readonly (readonly [StateCounts, string])[] = [
  [{ queued: 3 }, 'queued'],
  [{ queued: 2, running: 1 }, 'running'],
  [{ queued: 2, failed: 1 }, 'running'],
  [{ cancelling: 1 }, 'running'],
  [{ succeeded: 3 }, 'succeeded'],
  [{ succeeded: 2, failed: 1, cancelled: 1 }, 'failed'],
  [{ succeeded: 2, cancelled: 1 }, 'cancelled'],
];

for (const [counts, state] of cases) {
  test(`jobs that are ${JSON.stringify(counts)} together are ${state}`, () => assert.equal(batchState(counts), state));
}
