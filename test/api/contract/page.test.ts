/** Pages of lists: how many rows they have, and when another follows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPage } from '../../../api/contract/page.ts';

const pageOf = (rows: number, limit: number) =>
  readPage(limit, async (take) => Array.from({ length: rows }, (_row, index) => index + 1).slice(0, take), String);

test('a full page is followed by another only if there are more rows', async () => {
  assert.deepEqual(await pageOf(4, 3), { rows: [1, 2, 3], next_cursor: '3' });
  assert.deepEqual(await pageOf(3, 3), { rows: [1, 2, 3], next_cursor: null });
  assert.deepEqual(await pageOf(0, 3), { rows: [], next_cursor: null });
});
