import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { START_REPORT_DELAY_MS, StepStart } from '../../../activities/step/start.ts';

const NOW = Date.parse('2026-01-01T00:00:00.000Z');
let reports: number;
const startOf = (part: { beganBefore?: string; isNews?: boolean } = {}): StepStart =>
  new StepStart({ beganBefore: null, isNews: false, ...part, report: () => reports++ });

beforeEach(() => {
  reports = 0;
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: NOW });
});

test('a step that still runs after the delay reports its start once, with its start time', () => {
  const start = startOf();
  assert.equal(start.beganAt, null);
  start.begin();
  mock.timers.tick(START_REPORT_DELAY_MS - 1);
  assert.equal(reports, 0);
  mock.timers.tick(1);
  start.reportNow();
  start.end();
  assert.deepEqual([reports, start.beganAt], [1, '2026-01-01T00:00:00.000Z']);
});

test('a step that ends sooner does not report it: its result has the start time', () => {
  const start = startOf();
  start.begin();
  start.end();
  mock.timers.tick(START_REPORT_DELAY_MS);
  assert.deepEqual([reports, start.beganAt], [0, '2026-01-01T00:00:00.000Z']);
});

test('a step that ends sooner without a result reports its start before its end', () => {
  const start = startOf();
  start.begin();
  start.reportNow();
  mock.timers.tick(START_REPORT_DELAY_MS);
  assert.equal(reports, 1);
});

test('a step whose work has not begun has nothing to report', () => {
  const start = startOf();
  start.reportNow();
  mock.timers.tick(START_REPORT_DELAY_MS);
  assert.deepEqual([reports, start.beganAt], [0, null]);
});

test('an attempt after a failed one is reported at once; the step began with the first', () => {
  const start = startOf({ beganBefore: '2025-12-31T23:59:00.000Z', isNews: true });
  start.begin();
  assert.deepEqual([reports, start.beganAt], [1, '2025-12-31T23:59:00.000Z']);
});
