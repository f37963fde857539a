import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../../../../engines/evaluation/performance/answer.ts';
import type { Exchange } from '../../../../engines/evaluation/performance/exchange.ts';
import { reportLevel } from '../../../../engines/evaluation/performance/level-report.ts';
import type { LevelReport } from '../../../../engines/evaluation/performance/level-report.ts';
import type { Load, Objective } from '../../../../engines/evaluation/performance/load.ts';
import { Tally } from '../../../../engines/evaluation/performance/tally.ts';

const CLOSED: Load = { parallel: 1, rate: null, number: null, duration_seconds: 60 };
const OPEN: Load = { ...CLOSED, parallel: null, rate: 10 };
const NO_OBJECTIVE: Objective = { ttft_ms: null, tpot_ms: null, latency_ms: null };

/**
 * A request that starts on time, waits 1 ms for its socket, and is answered with 11 tokens, 10 ms apart, after 100 ms.
 */
function exchange(intended: number, more: Partial<Exchange> = {}, answer: Partial<Answer> = {}): Exchange {
  const sent = intended + 1;
  const first = sent + 100;
  const last = first + 100;
  const outcome: Answer = {
    first,
    last,
    gaps: Array.from({ length: 10 }, () => 10),
    inputTokens: 5,
    outputTokens: 11,
    source: 'usage' as const,
    ...answer,
  };
  return { intended, dispatched: intended, sent, ended: last, retries: 0, outcome, ...more };
}

function report(
  exchanges: readonly Exchange[],
  load: Load = CLOSED,
  objective: Objective | null = null,
  { busyMs = 0, lags = [0] }: { readonly busyMs?: number; readonly lags?: readonly number[] } = {},
): LevelReport {
  const tally = new Tally(objective, null);
  for (const one of exchanges) tally.add(one);
  for (const lag of lags) tally.addLoopLag(lag);
  return reportLevel(load, objective, tally.stored(busyMs));
}

const times = (count: number, gap: number): number[] => Array.from({ length: count }, (_, index) => index * gap);

test('a level has the figures of its requests, each by its definition', () => {
  const { timings, tokens, ...level } = report(times(10, 200).map((at) => exchange(at)));
  assert.equal(level.requests, 10);
  assert.equal(level.success_rate, 1);
  assert.equal(level.seconds, 2.001);
  assert.equal(level.qps, 10 / 2.001);
  assert.deepEqual([level.goodput, level.within_objective, level.invalid], [null, null, []]);
  assert.equal(timings.latency?.p99, 200);
  assert.equal(timings.latency_from_intended?.p99, 201);
  assert.equal(timings.ttft?.p50, 100);
  assert.equal(timings.ttft_from_intended?.p50, 101);
  assert.equal(timings.tpot?.p50, 10);
  assert.equal(timings.inter_token?.max, 10);
  assert.equal(timings.socket_wait?.max, 1);
  assert.deepEqual(tokens, { source: 'usage', input: 50, output: 110, output_per_second: 110 / 2.001 });
});

test('an endpoint that stalls shows in the latency from the intended start, not in that from the send', () => {
  // One connection: all requests due within the stalled second wait for it.
  const stalled = times(100, 10).map((due, index) =>
    exchange(due, { sent: 1000 + index, ended: 1000 + index }, { first: 1005 + index, last: 1010 + index }),
  );
  const { timings } = report(
    [...stalled, ...times(400, 10).map((at) => exchange(1200 + at, {}, { last: 1211 + at }))],
    OPEN,
  );
  assert.ok((timings.latency_from_intended?.p99 ?? 0) > 900, String(timings.latency_from_intended?.p99));
  assert.ok((timings.latency?.p99 ?? 0) < 20);
  assert.ok((timings.socket_wait?.p99 ?? 0) > 900);
  assert.equal(timings.start_lag?.max, 0);
});

test('goodput counts requests that meet every part of the objective, from the intended start', () => {
  const requests = [
    exchange(0),
    exchange(1000, { sent: 1900 }, { first: 2000, last: 2100 }),
    exchange(2000, { outcome: 'server_error' }),
    exchange(3000, {}, { outputTokens: 3 }),
  ];
  const of = (objective: Partial<Objective>) =>
    report(requests, CLOSED, { ...NO_OBJECTIVE, ...objective }).within_objective;
  assert.equal(of({ latency_ms: 201 }), 2 / 4);
  assert.equal(of({ ttft_ms: 1000 }), 3 / 4);
  assert.equal(of({ tpot_ms: 10, ttft_ms: 1000 }), 2 / 4);
  assert.equal(of({ latency_ms: 200 }), 0);
});

test('failures count by kind and are part of no latency', () => {
  const requests = [
    exchange(0),
    exchange(1, { outcome: 'timeout', ended: 9000, retries: 1 }),
    exchange(2, { outcome: 'reset' }),
  ];
  const level = report([...requests, exchange(3, { sent: null, outcome: 'connection' })]);
  assert.deepEqual(level.failures, { timeout: 1, reset: 1, connection: 1 });
  assert.deepEqual([level.succeeded, level.success_rate, level.retries], [1, 0.25, 1]);
  assert.equal(level.timings.latency?.max, 200);
  assert.equal(level.seconds, 9);
  const none = report([exchange(0, { outcome: 'timeout' })]);
  assert.deepEqual([none.timings.latency, none.tokens.source, none.success_rate], [null, null, 0]);
});

test('a result says who counted its tokens', () => {
  const chunks = exchange(0, {}, { source: 'chunks', inputTokens: null });
  assert.equal(report([chunks]).tokens.source, 'chunks');
  assert.equal(report([chunks]).tokens.input, null);
  assert.equal(report([chunks, exchange(1)]).tokens.source, 'mixed');
  assert.equal(report([exchange(0, {}, { outputTokens: 1, gaps: [] })]).timings.tpot, null);
});

const whyInvalid = (exchanges: readonly Exchange[], load: Load) =>
  report(exchanges, load).invalid.map(({ code, measured, limit }) => [code, measured, limit]);

test('a level is invalid when its own generator was the bottleneck, with what was measured', () => {
  const requests = times(200, 10).map((at) => exchange(at));
  const codes = (...[load, of]: [Load, Parameters<typeof report>[3]]) =>
    report(requests, load, null, of).invalid.map(({ code }) => code);
  assert.deepEqual(codes(CLOSED, { lags: times(100, 0).map((_, index) => (index < 98 ? 1 : 6)) }), ['loop_lag']);
  assert.deepEqual(codes(CLOSED, { lags: times(100, 0).map((_, index) => (index < 99 ? 1 : 60)) }), []);
  assert.deepEqual(codes(CLOSED, { lags: times(100, 0).map((_, index) => (index < 80 ? 0 : 3)) }), ['loop_lag']);
  assert.deepEqual(codes(CLOSED, { busyMs: 2000 }), ['loop_busy']);
  const refused = times(20, 1).map((at) => exchange(at, { outcome: 'connection' }));
  assert.deepEqual(report(refused, CLOSED, null, { busyMs: 2000 }).invalid, []);
  const late = requests.map((one) => ({ ...one, dispatched: one.intended + 7, sent: one.intended + 8 }));
  assert.deepEqual(whyInvalid(late, OPEN), [['late_starts', 7, 5]]);
  assert.deepEqual(report(late, CLOSED).invalid, []);
});

test('a wait for a socket is the load of a level that limits its connections, otherwise a limit of the installation', () => {
  const waited = times(100, 10).map((at) => exchange(at, { sent: at + 50 }));
  assert.deepEqual(report(waited, { ...OPEN, parallel: 1 }).invalid, []);
  assert.deepEqual(whyInvalid(waited, OPEN), [['socket_limit', 50, 5]]);
});

test('a level that another process continues adds up', () => {
  const all = times(10, 200).map((at) => exchange(at));
  const objective = { ...NO_OBJECTIVE, latency_ms: 500 };
  const first = new Tally(objective, null);
  for (const one of all.slice(0, 4)) first.add(one);
  const second = new Tally(objective, first.stored(30));
  for (const one of all.slice(4)) second.add(one);
  const both = reportLevel(CLOSED, objective, second.stored(20));
  const whole = report(all, CLOSED, objective, { lags: [] });
  assert.deepEqual([both.requests, both.timings, both.within_objective], [10, whole.timings, 1]);
  assert.deepEqual([both.tokens.input, both.tokens.output, both.processes], [50, 110, 2]);
  // From 0 to the end of the fourth, and from the start of the fifth to the end.
  assert.equal(both.seconds, (801 + 1201) / 1000);
  assert.deepEqual([both.utilization, both.qps], [50 / (801 + 1201), 10 / both.seconds]);
});
