import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApplicationFailure } from '@temporalio/common';
import { each } from '../../../workflows/job/each.ts';

const ITEMS = ['a', 'b', 'c', 'd', 'e'];
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

class RunEnded extends Error {}

/**
 * Work on the items, two at a time, each of which ends when the test says so. A full run ends, if it can, with {@link
 * RunEnded}.
 */
function open({ from = 0, isFull = false, canEnd = true } = {}) {
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const begun: string[] = [];
  const work = (item: string, index: number): Promise<void> => {
    begun.push(`${index} ${item}`);
    const end = Promise.withResolvers<void>();
    ends.set(item, end);
    return end.promise;
  };
  const continuedFrom: number[] = [];
  const result = each(ITEMS, { parallel: 2, from }, work, {
    isFull: () => isFull,
    continueFrom: async (next) => {
      continuedFrom.push(next);
      if (canEnd) throw new RunEnded();
    },
  });
  let isOver = false;
  void result.catch(() => undefined).then(() => (isOver = true));
  return {
    result,
    begun,
    continuedFrom,
    isOver: () => isOver,
    end: async (item: string, failure?: Error): Promise<void> => {
      const end = ends.get(item);
      if (failure) end?.reject(failure);
      else end?.resolve();
      await settled();
    },
  };
}

test('the next item begins when one has ended, in order', async () => {
  const { result, begun, continuedFrom, end } = open();
  assert.deepEqual(begun, ['0 a', '1 b']);
  await end('b');
  assert.deepEqual(begun, ['0 a', '1 b', '2 c']);
  for (const item of ['a', 'c', 'd', 'e']) await end(item);
  assert.deepEqual(begun.slice(3), ['3 d', '4 e']);
  await result;
  assert.deepEqual(continuedFrom, []);
});

test('once it is full no further item begins, and the run ends when those under way are done', async () => {
  const full = open({ from: 1, isFull: true });
  assert.deepEqual(full.begun, ['1 b', '2 c']);
  await full.end('c');
  assert.equal(full.isOver(), false);
  await full.end('b');
  await assert.rejects(full.result, RunEnded);
  assert.deepEqual(full.begun, ['1 b', '2 c']);
  assert.deepEqual(full.continuedFrom, [3]);
});

test('a full run that cannot end goes on until all items are done', async () => {
  const { result, begun, continuedFrom, end } = open({ isFull: true, canEnd: false });
  for (const item of ITEMS) await end(item);
  await result;
  assert.deepEqual(begun, ['0 a', '1 b', '2 c', '3 d', '4 e']);
  assert.deepEqual(continuedFrom, [2, 4]);
});

test('a full run in which the last items are done does not end', async () => {
  const { result, continuedFrom, end } = open({ from: 3, isFull: true });
  for (const item of ['d', 'e']) await end(item);
  await result;
  assert.deepEqual(continuedFrom, []);
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
  const { result, begun } = open({ from: ITEMS.length });
  await result;
  assert.deepEqual(begun, []);
});
