import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Durations } from '../../../../engines/evaluation/performance/durations.ts';
import { nearestRank } from '../../../../engines/statistics/quantile.ts';
import { runs } from '../../../support/depth.ts';

const PARTS = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99, max: 1 } as const;

test('quantiles are within .05 % of those of the exact durations', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0.001, max: 4e6, noNaN: true }), { minLength: 1 }), (durations) => {
      const held = new Durations();
      for (const duration of durations) held.add(duration);
      const sorted = durations.toSorted((a, b) => a - b);
      const summary = held.summary();
      assert.ok(summary);
      for (const name of Object.keys(PARTS) as (keyof typeof PARTS)[]) {
        const exact = nearestRank(sorted, PARTS[name]);
        // Half a microsecond besides: durations are rounded to whole ones.
        assert.ok(
          Math.abs(summary[name] - exact) <= exact * 5.001e-4 + 5.001e-4,
          `${name}: ${summary[name]} of ${exact}`,
        );
      }
    }),
    runs(),
  );
});

test('stored durations continue', () => {
  const [first, whole] = [new Durations(), new Durations()];
  const durations = Array.from({ length: 500 }, (_, index) => (index * 7919) % 1000);
  for (const duration of durations.slice(0, 200)) first.add(duration);
  const second = new Durations(first.buckets);
  for (const duration of durations.slice(200)) second.add(duration);
  for (const duration of durations) whole.add(duration);
  assert.deepEqual(second.buckets, whole.buckets);
  assert.deepEqual(second.summary(), whole.summary());
});

test('memory is bounded, no duration is lost, and none without any has a figure', () => {
  const held = new Durations();
  for (let index = 0; index < 200_000; index++) held.add(1000 + index / 1000);
  assert.equal(held.count, 200_000);
  assert.ok(held.buckets.length < 300, String(held.buckets.length));
  assert.equal(new Durations().summary(), null);
  held.add(-0.2);
  assert.deepEqual(held.buckets[0], [0, 1]);
});
