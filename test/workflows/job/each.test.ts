import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApplicationFailure } from '@temporalio/common';
import { each } from '../../../workflows/job/each.ts';

const ITEMS = ['a', 'b', 'c', 'd', 'e'];
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Work on the items, two at a time, each of which ends when the test says so. */
function open({ from = 0, isFull = (): boolean => false } = {}) {
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const begun: string[] = [];
  const work = (item: string, index: number): Promise<void> => {
    begun.push(`${index} ${item}`);
    const end = Promise.withResolvers<void>();
    ends.set(item, end);
    return end.promise;
  };
  const result = each(ITEMS, { parallel: 2, from }, work, isFull);
  let isOver = false;
  void result.catch(() => undefined).then(() => (isOver = true));
  return {
    ...{ result, begun, isOver: () => isOver },
    end: async (item: string, failure?: Error): Promise<void> => {
      const end = ends.get(item);
      if (failure) end?.reject(failure);
      else end?.resolve();
      await settled();
    },
  };
}

test('the next item begins when one has ended, in order', async () => {
  const { result, begun, end } = open();
  assert.deepEqual(begun, ['0 a', '1 b']);
  await end('b');
  assert.deepEqual(begun, ['0 a', '1 b', '2 c']);
  for (const item of ['a', 'c', 'd', 'e']) await end(item);
  assert.deepEqual(begun.slice(3), ['3 d', '4 e']);
  assert.equal(await result, ITEMS.length);
});

test('once it is full no further item begins, and the result is where to go on', async () => {
  const full = open({ from: 1, isFull: () => true });
  assert.deepEqual(full.begun, ['1 b', '2 c']);
  await full.end('c');
  assert.equal(full.isOver(), false);
  await full.end('b');
  assert.equal(await full.result, 3);
  assert.deepEqual(full.begun, ['1 b', '2 c']);
});

test('after a failure no item begins, and those under way end before it is thrown', async () => {
  const { result, begun, end, isOver } = open();
  const first = ApplicationFailure.nonRetryable('first');
  await end('a', first);
  assert.equal(isOver(), false);
  await end('b', ApplicationFailure.nonRetryable('second'));
  await assert.rejects(result, (failure) => failure === first);
  assert.deepEqual(begun, ['0 a', '1 b']);
});

test('a bug is thrown at once', async () => {
  const { result, end } = open();
  await end('a', new TypeError('a bug'));
  await assert.rejects(result, TypeError);
});

test('there may be nothing to do', async () => {
  assert.equal(await open({ from: ITEMS.length }).result, ITEMS.length);
});
