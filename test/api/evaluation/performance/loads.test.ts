/** Which levels a request asks for, and what is wrong with others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLoads } from '../../../../api/evaluation/performance/loads.ts';
import type { EvalEngineOptions } from '../../../../api/evaluation/load-schemas.ts';

const CAPS = { maxParallel: 64, maxRate: 100, maxRequests: 1000, maxLevelSeconds: 60, targetOrigins: {} };
/** Seconds of a level at most. */
const MOST = 60;

const read = (options: EvalEngineOptions) => readLoads(options, CAPS, MOST);

/** Users, requests a second, requests and seconds of a level. */
type Level = readonly [number | null, number | null, number, number];

const LEVELS: readonly (readonly [string, EvalEngineOptions, readonly Level[]])[] = [
  ['one user by default', { number: [5] }, [[1, null, 5, MOST]]],
  ['a length without a number has the most requests', { duration_seconds: 9 }, [[1, null, 1000, 9]]],
  [
    'a level for each number of users',
    { parallel: [1, 4], number: [5] },
    [
      [1, null, 5, MOST],
      [4, null, 5, MOST],
    ],
  ],
  [
    'users and requests in pairs',
    { parallel: [1, 4], number: [5, 20], duration_seconds: 3 },
    [
      [1, null, 5, 3],
      [4, null, 20, 3],
    ],
  ],
  [
    'a level for each rate, without a limit of requests in flight',
    { rate: [0.5, 2], number: [7] },
    [
      [null, 0.5, 7, MOST],
      [null, 2, 7, MOST],
    ],
  ],
  ['a rate with most requests in flight', { rate: [2], parallel: [8], number: [7] }, [[8, 2, 7, MOST]]],
];

for (const [what, options, wanted] of LEVELS) {
  test(what, () => {
    const { loads, tuning, issues } = read(options);
    assert.deepEqual(
      loads.map(({ parallel, rate, number, duration_seconds }) => [parallel, rate, number, duration_seconds]),
      wanted,
    );
    assert.deepEqual([tuning, issues], [null, []]);
  });
}

test('a search has one load, which its levels share', () => {
  const auto_tune = { by: 'parallel', lowest: 1, highest: 8 } as const;
  const { loads, tuning, issues } = read({ number: [5], slo: { ttft_ms: 9 }, auto_tune });
  assert.deepEqual([loads.length, issues], [1, []]);
  assert.deepEqual(tuning, { ...auto_tune, repeats: 1, share: 0.95 });
});

const SEARCH = { by: 'parallel', lowest: 1, highest: 8 } as const;
const SLO = { ttft_ms: 9 };

/** Options that are refused, with the places of what is wrong. */
const REFUSED: readonly (readonly [string, EvalEngineOptions, readonly string[]])[] = [
  ['too many users', { parallel: [1, 65], number: [5] }, ['parallel.1']],
  ['too high a rate', { rate: [101], number: [5] }, ['rate.0']],
  ['too many requests', { number: [1001] }, ['number.0']],
  ['too large a warm-up', { number: [5], warmup: 65 }, ['warmup']],
  ['too long a level', { duration_seconds: 61 }, ['duration_seconds']],
  ['a ramp that is longer than the level', { duration_seconds: 9, ramp_seconds: 10 }, ['ramp_seconds']],
  ['neither a number nor a length', {}, ['number']],
  ['a rate with several numbers of users', { rate: [1], parallel: [1, 2], number: [5] }, ['parallel']],
  ['arrivals in a closed loop', { number: [5], arrivals: 'poisson' }, ['rate']],
  ['burstiness of other arrivals than gamma', { rate: [1], number: [5], burstiness: 2 }, ['burstiness']],
  ['numbers that fit no level', { parallel: [1, 2, 3], number: [5, 6] }, ['number']],
  ['a search without an objective', { number: [5], auto_tune: SEARCH }, ['slo']],
  ['an empty objective', { number: [5], slo: {}, auto_tune: SEARCH }, ['slo']],
  ['a search from above', { number: [5], slo: SLO, auto_tune: { ...SEARCH, lowest: 9 } }, ['auto_tune.lowest']],
  ['a search too far', { number: [5], slo: SLO, auto_tune: { ...SEARCH, highest: 65 } }, ['auto_tune.highest']],
  ['a part of a user', { number: [5], slo: SLO, auto_tune: { ...SEARCH, lowest: 0.5 } }, ['auto_tune.lowest']],
  ['users that a search chooses', { number: [5], parallel: [2], slo: SLO, auto_tune: SEARCH }, ['auto_tune.by']],
  [
    'a rate that a search chooses',
    { number: [5], rate: [2], slo: SLO, auto_tune: { ...SEARCH, by: 'rate' } },
    ['auto_tune.by'],
  ],
];

for (const [what, options, places] of REFUSED) {
  test(`refused: ${what}`, () => {
    const { issues } = read(options);
    assert.deepEqual(
      issues.map(({ loc }) => loc.slice(2).join('.')),
      places,
    );
  });
}
