/**
 * Whether the generator was the bottleneck of a level. A valid level promises quantiles within 2 ms of the truth up to
 * p90, and within 5 ms or 2 % at p99; what the generator can see of its own delays must be within the same limits.
 */
import type { DurationSummary } from './durations.ts';
import type { Load } from './load.ts';
import type { StoredTally, Timing } from './tally.ts';

export const INVALID = {
  loop_lag:
    'The event loop of the load generator was late, so it read answers late. Fix: give the worker of the ' +
    'profile "performance" a processor of its own.',
  loop_busy:
    'The event loop of the load generator was busy most of the time. Fix: measure with less load, or with ' +
    'shorter answers.',
  late_starts:
    'Requests started later than the schedule says. Fix: give the worker of the profile "performance" a ' +
    'processor of its own.',
  socket_limit:
    'Requests waited for a socket, because the installation allows no more of them (EVAL_MAX_PARALLEL). Fix: ' +
    'lower the rate, or state `parallel`, which makes the wait a part of the load.',
  saturated:
    'The load generator had too many requests without an answer, and did not send others. Fix: lower the rate ' +
    'or the time limit of a request, or shorten the prompts.',
} as const;
export type InvalidCode = keyof typeof INVALID;

export interface Invalidity {
  readonly code: InvalidCode;
  /** What it means, and what to do. */
  readonly message: string;
  /** What was measured, and its limit. */
  readonly measured: number;
  readonly limit: number;
}

const P90_LIMIT_MS = 2;
const P99_LIMIT_MS = 5;
const P99_LIMIT_SHARE = 0.02;
const BUSY_LIMIT = 0.85;

export function invalidity(
  { rate, parallel }: Load,
  timings: Readonly<Record<Timing, DurationSummary | null>>,
  utilization: number | null,
  { saturated = 0, timeout = 0 }: StoredTally['failures'],
): Invalidity[] {
  const { latency, ttft, loop_lag, start_lag, socket_wait } = timings;
  const p99Limit = Math.max(P99_LIMIT_MS, P99_LIMIT_SHARE * (ttft?.p99 ?? 0));
  const isOpen = rate !== null;
  // Failures that come at once keep the generator busy, and have no times that it could read late.
  const hasTimes = latency !== null || timeout > 0;
  const found: readonly (Invalidity | null)[] = [
    hasTimes ? (over('loop_lag', loop_lag?.p90, P90_LIMIT_MS) ?? over('loop_lag', loop_lag?.p99, p99Limit)) : null,
    hasTimes ? over('loop_busy', utilization, BUSY_LIMIT) : null,
    isOpen ? over('late_starts', start_lag?.p99, p99Limit) : null,
    isOpen && parallel === null ? over('socket_limit', socket_wait?.p99, p99Limit) : null,
    over('saturated', saturated, 0),
  ];
  return found.filter((invalid) => invalid !== null);
}

function over(code: InvalidCode, measured: number | null | undefined, limit: number): Invalidity | null {
  return measured != null && measured > limit ? { code, message: INVALID[code], measured, limit } : null;
}
