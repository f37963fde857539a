/** One level of our generator, and what the endpoint saw of it. */
import type { LoadGenerator } from '../../../activities/evaluation/performance/pool.ts';
import { reportLevel } from '../../../engines/evaluation/performance/level-report.ts';
import type { LevelReport } from '../../../engines/evaluation/performance/level-report.ts';
import type { LevelPlan, Load } from '../../../engines/evaluation/performance/load.ts';
import { nearestRank } from '../../../engines/statistics/quantile.ts';
import type { LoadServer } from '../../../test/support/evaluation/load-server.ts';
import type { LoadScript, ServedRequest } from '../../../test/support/evaluation/load-script.ts';

export interface Rig {
  readonly server: LoadServer;
  readonly generator: LoadGenerator;
}

/** Figures of a run: quantiles in milliseconds, requests a second. */
export interface Figures {
  readonly qps: number;
  readonly ttft: Quantiles;
  readonly latency: Quantiles;
  readonly tpot: Quantiles;
}
export interface Quantiles {
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
}

export const closed = (parallel: number, number: number): Load => ({
  parallel,
  rate: null,
  number,
  duration_seconds: 600,
});
export const open = (rate: number, number: number, parallel: number | null): Load => ({
  parallel,
  rate,
  number,
  duration_seconds: 600,
});

const MINUTES_MS = 20 * 60_000;

/**
 * Runs a level against the script, and returns its report with the requests that the endpoint served, without those of
 * the warm-up.
 */
export async function runLevel(
  { server, generator }: Rig,
  load: Load,
  script: Partial<LoadScript> = {},
): Promise<{ readonly report: LevelReport; readonly served: readonly ServedRequest[] }> {
  const warmup = load.parallel ?? 16;
  const plan: LevelPlan = {
    load,
    arrivals: { process: 'constant', shape: 1 },
    objective: null,
    warmup,
    ramp_seconds: null,
    timeout_seconds: 60,
    request: { model: 'scripted', stream: true, max_tokens: null },
  };
  await server.play(script);
  const order = {
    plan,
    url: server.url,
    headers: { 'content-type': 'application/json' },
    prompts: { words: 20 },
    maxConnections: 300,
    maxRate: 10_000,
    network: { allow: ['127.0.0.1'], proxy: null },
    before: null,
  };
  const caller = { key: 'bench', signal: new AbortController().signal, timeoutMs: MINUTES_MS, onProgress: () => {} };
  const tally = await generator.run(order, caller);
  const { requests } = await server.truth();
  return { report: reportLevel(load, null, tally), served: requests.slice(warmup) };
}

/** What our report says. */
export function figuresOf({ qps, timings }: LevelReport): Figures {
  const { ttft, latency, tpot } = timings;
  if (qps === null || !ttft || !latency || !tpot) throw new Error('The level has no answers.');
  return { qps, ttft, latency, tpot };
}

/** What the endpoint saw, by its own clock. */
export function truthOf(served: readonly ServedRequest[]): Figures {
  const times = served.flatMap(({ arrived, writes: [first, ...rest], ended, tokens }) =>
    first === undefined || ended === null ? [] : [{ arrived, first, last: rest.at(-1) ?? first, ended, tokens }],
  );
  const began = Math.min(...times.map(({ arrived }) => arrived));
  const ended = Math.max(...times.map(({ ended: end }) => end));
  return {
    qps: times.length / ((ended - began) / 1000),
    ttft: quantilesOf(times.map(({ first, arrived }) => first - arrived)),
    latency: quantilesOf(times.map(({ last, arrived }) => last - arrived)),
    tpot: quantilesOf(times.map(({ first, last, tokens }) => (last - first) / (tokens - 1))),
  };
}

/** By the rank rule of the reports. */
export function quantilesOf(values: readonly number[]): Quantiles {
  const sorted = values.toSorted((a, b) => a - b);
  return { p50: nearestRank(sorted, 0.5), p90: nearestRank(sorted, 0.9), p99: nearestRank(sorted, 0.99) };
}
