import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gateOutcome } from '../../../../domain/evaluation/performance/gates.ts';
import type { Level } from '../../../../domain/evaluation/performance/levels.ts';
import { reportLevel } from '../../../../engines/evaluation/performance/level-report.ts';
import { Tally } from '../../../../engines/evaluation/performance/tally.ts';

const NO_TALLY = new Tally(null, null).stored(0);
const INVALID = { code: 'loop_lag', message: '', measured: 9, limit: 5 } as const;

function level(ordinal: number, qps: number | null, isValid = true): Level {
  const load = { parallel: 1, rate: null, number: 1, duration_seconds: 1 };
  return { ordinal, report: { ...reportLevel(load, null, NO_TALLY), qps, invalid: isValid ? [] : [INVALID] } };
}

test('every level must reach a threshold; one that is not valid, or has no figure, decides nothing', () => {
  const passed = (threshold: number | null, ...levels: Level[]) =>
    gateOutcome({ metric_key: 'perf.qps', threshold }, levels).passed;
  assert.equal(passed(10, level(0, 10), level(1, 20)), true);
  assert.equal(passed(10, level(0, 9), level(1, 20)), false);
  assert.equal(passed(10, level(0, 9, false), level(1, 20)), null);
  assert.equal(passed(10, level(0, 9), level(1, 20, false)), false);
  assert.equal(passed(10, level(0, null), level(1, 20)), null);
  assert.equal(passed(null, level(0, 20)), null);
  assert.equal(passed(10), null);
});

test('a level whose requests all failed has no figure, and misses every threshold', () => {
  const failed = level(0, null);
  const passed = (requests: number, succeeded: number) =>
    gateOutcome({ metric_key: 'perf.p99_latency', threshold: 75 }, [
      { ...failed, report: { ...failed.report, requests, succeeded } },
    ]).passed;
  assert.equal(passed(20, 0), false);
  assert.equal(passed(20, 1), null);
  assert.equal(passed(0, 0), null);
});

test('a figure that should be low passes below its threshold', () => {
  const { values, passed } = gateOutcome({ metric_key: 'perf.p99_latency', threshold: 5 }, [level(0, 1)]);
  assert.deepEqual([values, passed], [[null], null]);
  const one = level(0, 1);
  const latency = { mean: 5, p50: 5, p90: 5, p95: 5, p99: 5, max: 5 };
  const slow = { ...one, report: { ...one.report, timings: { ...one.report.timings, latency } } };
  assert.equal(gateOutcome({ metric_key: 'perf.p99_latency', threshold: 5 }, [slow]).passed, true);
  assert.equal(gateOutcome({ metric_key: 'perf.p99_latency', threshold: 4 }, [slow]).passed, false);
});
