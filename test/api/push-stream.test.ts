import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pushed } from '../../api/push-stream.ts';

test('values are read while they are pushed, several at once too', async () => {
  const turn = Promise.withResolvers<void>();
  const values = pushed<number>(async (push) => {
    push(1);
    push(2);
    await turn.promise;
    push(3);
  });
  assert.deepEqual(await values.next(), { done: false, value: 1 });
  assert.deepEqual(await values.next(), { done: false, value: 2 });
  const next = values.next();
  turn.resolve();
  assert.deepEqual(await next, { done: false, value: 3 });
  assert.deepEqual(await values.next(), { done: true, value: undefined });
});

test('what is pushed while the reader is busy is not lost, even if nothing follows', async () => {
  const turn = Promise.withResolvers<void>();
  const values = pushed<number>(async (push) => {
    push(1);
    await turn.promise;
    push(2);
  });
  await values.next();
  turn.resolve();
  await new Promise(setImmediate);
  assert.deepEqual(await values.next(), { done: false, value: 2 });
  assert.deepEqual(await values.next(), { done: true, value: undefined });
});

test('a failure comes after what was pushed before it', async () => {
  const values = pushed<number>(async (push) => {
    push(1);
    throw new Error('no more');
  });
  assert.deepEqual(await values.next(), { done: false, value: 1 });
  await assert.rejects(values.next(), /no more/);
});

test('nothing is heard of a failure after the reader has left', async () => {
  const turn = Promise.withResolvers<void>();
  const values = pushed<number>(async (push) => {
    push(1);
    await turn.promise;
    throw new Error('no more');
  });
  await values.next();
  assert.deepEqual(await values.return(undefined), { done: true, value: undefined });
  turn.resolve();
  await new Promise(setImmediate);
});
