import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeapWatch, heapUsed } from '../../../api/limits/heap-watch.ts';
import { ServiceError } from '../../../errors/index.ts';

test('requests are refused while the heap is nearly full, and served again afterwards', () => {
  let used = 0.5;
  let now = 0;
  const heap = new HeapWatch(
    () => used,
    () => now,
  );
  heap.refuseIfFull();
  used = 0.9;
  heap.refuseIfFull();
  now += 100;
  const isOverloaded = (error: unknown): boolean => error instanceof ServiceError && error.code === 'overloaded';
  assert.throws(() => heap.refuseIfFull(), isOverloaded);
  used = 0.5;
  assert.throws(() => heap.refuseIfFull(), isOverloaded, 'looked at a moment ago');
  now += 100;
  heap.refuseIfFull();
});

test('the part of the heap in use is between 0 and 1', () => {
  assert.ok(heapUsed() > 0 && heapUsed() < 1);
});
