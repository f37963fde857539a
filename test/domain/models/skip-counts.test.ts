import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skipCounts, skipsIn } from '../../../domain/models/skip-counts.ts';

test('skipped items are counted by their reason, and are found again among other counts', () => {
  const counts = skipCounts([{ skipped: 'json' }, { skipped: null }, { skipped: 'refused' }, { skipped: 'json' }]);
  assert.deepEqual(Object.values(counts), [2, 1]);
  assert.deepEqual(skipsIn({ rules: 4, ...counts }), { json: 2, refused: 1 });
  assert.deepEqual([skipCounts([{ skipped: null }]), skipsIn({ rules: 4 })], [{}, {}]);
});
