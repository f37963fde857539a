/** Loads that the contract refuses, whatever the installation allows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Value } from 'typebox/value';
import { EvalEngineOptions } from '../../../api/evaluation/load-schemas.ts';

const isAllowed = (options: object): boolean => Value.Check(EvalEngineOptions, options);

test('arrivals are not so bursty that all of them come at once', () => {
  const burst = (burstiness: number): object => ({ rate: [1], number: [5], arrivals: 'gamma', burstiness });
  assert.deepEqual([0.05, 1, 0.049, 1e-300].map(burst).map(isAllowed), [true, true, false, false]);
});
