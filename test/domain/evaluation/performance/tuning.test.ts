import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { largestLoad, mostTrials, nextLoad } from '../../../../domain/evaluation/performance/tuning.ts';
import type { Trial, Tuning } from '../../../../domain/evaluation/performance/tuning.ts';
import { runs } from '../../../support/depth.ts';

const TUNING: Tuning = { by: 'parallel', lowest: 1, highest: 256, repeats: 1, share: 0.95 };

/** Runs a search; `holds` says how a level with the load ends that is the n-th of that load. */
function search(tuning: Tuning, holds: (load: number, repeat: number) => boolean) {
  const trials: Trial[] = [];
  for (let load = nextLoad(tuning, trials); load !== null; load = nextLoad(tuning, trials)) {
    const current = load;
    trials.push({ load, holds: holds(load, trials.filter((trial) => trial.load === current).length) });
    assert.ok(trials.length < 100, 'the search ends');
  }
  return { largest: largestLoad(tuning, trials), loads: trials.map(({ load }) => load) };
}

test('the search doubles, halves, and ends at the largest load that holds', () => {
  assert.deepEqual(
    search(TUNING, (load) => load <= 11),
    { largest: 11, loads: [1, 2, 4, 8, 16, 12, 10, 11] },
  );
  assert.deepEqual(
    search(TUNING, () => false),
    { largest: null, loads: [1] },
  );
  assert.deepEqual(
    search({ ...TUNING, highest: 5 }, () => true),
    { largest: 5, loads: [1, 2, 4, 5] },
  );
  assert.deepEqual(
    search({ ...TUNING, lowest: 3, highest: 3 }, () => true),
    { largest: 3, loads: [3] },
  );
});

test('it comes within 5 % of the limit, or one user, and never exceeds the bounds', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('parallel' as const, 'rate' as const),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 9, max: 256 }),
      (by, lowest, limit) => {
        const tuning = { ...TUNING, by, lowest };
        const { largest, loads } = search(tuning, (load) => load <= limit);
        assert.ok(loads.length <= mostTrials(tuning), `${loads.length} levels`);
        assert.ok(largest !== null && largest <= limit);
        assert.ok(limit - largest <= Math.max(limit * 0.05, by === 'parallel' ? 1 : 0), `${largest} of ${limit}`);
        assert.ok(loads.every((load) => load >= lowest && load <= 256));
        if (by === 'parallel') assert.ok(loads.every(Number.isInteger));
      },
    ),
    runs(),
  );
});

test('with repeats, most levels of a load decide, and none is run that cannot change it', () => {
  const tuning = { ...TUNING, highest: 4, repeats: 3 };
  assert.deepEqual(search(tuning, () => true).loads, [1, 1, 2, 2, 4, 4]);
  assert.deepEqual(search(tuning, (load, repeat) => load < 4 && repeat !== 0).loads, [1, 1, 1, 2, 2, 2, 4, 4, 3, 3, 3]);
  assert.equal(search(tuning, (_load, repeat) => repeat !== 0).largest, 4);
});
