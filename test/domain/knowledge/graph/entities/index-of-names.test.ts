/** Corrections are found by one name at a time, right after consolidation wrote thousands of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { database } from '../../../../support/knowledge/datasets.ts';

test('the index of corrected names has no pending list, which each lookup would read as a whole', async () => {
  const indices = await database.db.$queryRaw<{ options: string[] | null }[]>`
    SELECT reloptions AS options FROM pg_class WHERE relname = 'knowledge_correction_names_idx'`;
  assert.deepEqual(indices, [{ options: ['fastupdate=off'] }]);
});
