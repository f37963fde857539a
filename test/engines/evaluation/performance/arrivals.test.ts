import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dueTimes, paced } from '../../../../engines/evaluation/performance/arrivals.ts';
import type { Arrivals } from '../../../../engines/evaluation/performance/load.ts';
import { mean } from '../../../../engines/statistics/bootstrap.ts';
import { seededRandom } from '../../../../engines/statistics/random.ts';

const COUNT = 20_000;

function firstOf(count: number, rate: number, arrivals: Arrivals, seed: number): number[] {
  const schedule = dueTimes(rate, arrivals, seededRandom(seed));
  return Array.from({ length: count }, () => schedule.next().value);
}

/** Gaps of a schedule of 10 requests a second, in milliseconds. */
function gapsOf(arrivals: Arrivals): number[] {
  const due = firstOf(COUNT, 10, arrivals, 5);
  assert.equal(due[0], 0);
  return due.slice(1).map((at, index) => at - (due[index] ?? at));
}

/** Standard deviation over mean: 1 for Poisson, 1 / sqrt(shape) for gamma. */
function variation(gaps: readonly number[]): number {
  const average = mean(gaps);
  return Math.sqrt(mean(gaps.map((gap) => (gap - average) ** 2))) / average;
}

test('a constant rate is exact to the end', () => {
  const due = firstOf(300_001, 3, { process: 'constant', shape: 1 }, 1);
  assert.equal(due.at(-1), 100_000 * 1000);
});

test('random arrivals have the rate, and the variation of their distribution', () => {
  const cases: [Arrivals, number][] = [
    [{ process: 'poisson', shape: 1 }, 1],
    [{ process: 'gamma', shape: 1 }, 1],
    [{ process: 'gamma', shape: 0.25 }, 2],
    [{ process: 'gamma', shape: 4 }, 0.5],
  ];
  for (const [arrivals, expected] of cases) {
    const gaps = gapsOf(arrivals);
    const about = JSON.stringify(arrivals);
    assert.ok(Math.abs(mean(gaps) - 100) < 5, `${about}: ${mean(gaps)}`);
    assert.ok(Math.abs(variation(gaps) / expected - 1) < 0.05, `${about}: ${variation(gaps)}`);
    assert.ok(gaps.every((gap) => gap >= 0));
  }
});

test('a seed determines the schedule', () => {
  const of = (seed: number): number[] => firstOf(100, 10, { process: 'poisson', shape: 1 }, seed);
  assert.deepEqual(of(3), of(3));
  assert.notDeepEqual(of(3), of(4));
});

test('no second has more requests than the cap, whatever the arrivals', () => {
  const most = 7;
  for (const shape of [1e-300, 0.05, 1]) {
    const schedule = paced(dueTimes(5, { process: 'gamma', shape }, seededRandom(2)), most);
    const due = Array.from({ length: 1000 }, () => schedule.next().value);
    assert.ok(due.every((at, index) => index < most || at - (due[index - most] ?? 0) > 999.99));
  }
  const regular = { process: 'constant', shape: 1 } as const;
  const schedule = paced(dueTimes(most, regular, seededRandom(1)), most);
  const due = Array.from({ length: 1000 }, () => Math.round(schedule.next().value));
  assert.deepEqual(due, firstOf(1000, most, regular, 1).map(Math.round));
});
