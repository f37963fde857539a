import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapConcurrently } from '../../platform/map-concurrently.ts';

const { signal } = new AbortController();
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('results are in the order of the items, and the limit of concurrency holds', async () => {
  const ends = [1, 2, 3].map(() => Promise.withResolvers<void>());
  const begun: number[] = [];
  const results = mapConcurrently(['a', 'b', 'c'], 2, signal, async (item, index) => {
    begun.push(index);
    await ends[index]?.promise;
    return item.toUpperCase();
  });
  assert.deepEqual(begun, [0, 1]);
  ends[1]?.resolve();
  await settled();
  assert.deepEqual(begun, [0, 1, 2]);
  ends[2]?.resolve();
  ends[0]?.resolve();
  assert.deepEqual(await results, ['A', 'B', 'C']);
});

test('a failure aborts the others, starts no further item, and waits for those in progress', async () => {
  const begun: string[] = [];
  let hasEnded = false;
  const results = mapConcurrently(['a', 'b', 'c'], 2, signal, async (item, _index, either) => {
    begun.push(item);
    if (item === 'a') throw new Error('failed');
    await new Promise<void>((resolve) => either.addEventListener('abort', () => resolve()));
    await settled();
    hasEnded = true;
  });
  await assert.rejects(results, { message: 'failed' });
  assert.deepEqual([begun, hasEnded], [['a', 'b'], true]);
});
