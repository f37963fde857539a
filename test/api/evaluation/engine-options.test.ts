/** Loads that the contract refuses, whatever the installation allows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Value } from 'typebox/value';
import { readLoads } from '../../../api/evaluation/performance/loads.ts';
import { EvalEngineOptions } from '../../../api/evaluation/load-schemas.ts';

const isAllowed = (options: object): boolean => Value.Check(EvalEngineOptions, options);

test('arrivals are not so bursty that all of them come at once', () => {
  const burst = (burstiness: number): object => ({ rate: [1], number: [5], arrivals: 'gamma', burstiness });
  assert.deepEqual([0.05, 1, 0.049, 1e-300].map(burst).map(isAllowed), [true, true, false, false]);
});

const search = (auto_tune: object): object => ({
  number: [5],
  slo: { ttft_ms: 9 },
  auto_tune: { by: 'rate', ...auto_tune },
});

test('a search has an end', () => {
  const searches = [
    search({ lowest: 0.1, highest: 1, repeats: 9 }),
    search({ lowest: 0.1, highest: 1, repeats: 10 }),
    search({ lowest: 0.1, highest: 1, repeats: 1e9 }),
    search({ lowest: 1e-300, highest: 1 }),
  ];
  assert.deepEqual(searches.map(isAllowed), [true, false, false, false]);
  const caps = { maxParallel: 256, maxRate: 200, maxRequests: 100, maxLevelSeconds: 60, targetOrigins: {} };
  const placesOf = (repeats: number): string[] => {
    const auto_tune = { by: 'rate', lowest: 0.1, highest: 200, repeats } as const;
    const { issues } = readLoads({ number: [5], slo: { ttft_ms: 9 }, auto_tune }, caps, 60);
    return issues.map(({ loc }) => loc.join('.'));
  };
  assert.deepEqual(placesOf(5), []);
  assert.deepEqual(placesOf(6), ['body.engine_options.auto_tune.repeats']);
});
