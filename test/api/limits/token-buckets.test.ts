import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TokenBuckets } from '../../../api/limits/token-buckets.ts';

test('a bucket grants its burst at once, then what is refilled', () => {
  const buckets = new TokenBuckets({ perSecond: 10, burst: 3 }, 10);
  const taken = [0, 0, 0, 0].map((now) => buckets.take('a', now));
  assert.deepEqual(
    taken.map(({ allowed, remaining }) => [allowed, remaining]),
    [
      [true, 2],
      [true, 1],
      [true, 0],
      [false, 0],
    ],
  );
  assert.deepEqual([taken[3]?.nextInMs, taken[3]?.fullInMs], [100, 300]);
  assert.equal(buckets.take('a', 99).allowed, false);
  assert.equal(buckets.take('a', 100).allowed, true);
  assert.equal(buckets.take('a', 100).allowed, false);
  assert.equal(buckets.take('a', 10_000).remaining, 2, 'a bucket holds no more than its burst');
});

test('over any period, no more is granted than the burst plus the rate', () => {
  const buckets = new TokenBuckets({ perSecond: 7, burst: 20 }, 10);
  let given = 0;
  for (let now = 0; now < 60_000; now += 3) given += buckets.take('a', now).allowed ? 1 : 0;
  assert.equal(given, 20 + Math.floor((59_997 / 1000) * 7));
});

test('keys are independent, and their number is bounded', () => {
  const buckets = new TokenBuckets({ perSecond: 1, burst: 1 }, 3);
  assert.equal(buckets.take('a', 0).allowed, true);
  assert.equal(buckets.take('b', 0).allowed, true);
  assert.equal(buckets.take('a', 0).allowed, false);
  for (const key of ['c', 'd', 'e', 'f']) buckets.take(key, 0);
  assert.equal(buckets.size, 3);
  assert.equal(buckets.take('f', 0).allowed, false, 'the latest are remembered');
});
