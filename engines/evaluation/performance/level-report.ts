/** The figures of a level. */
import type { LoadFailure } from './failures.ts';
import { Durations } from './durations.ts';
import type { DurationSummary } from './durations.ts';
import type { Load, Objective } from './load.ts';
import type { StoredTally, Timing } from './tally.ts';
import { TIMINGS } from './tally.ts';
import { invalidity } from './validity.ts';
import type { Invalidity } from './validity.ts';

export interface LevelReport {
  readonly load: Load;
  /** Requests that ended, without those of the warm-up. */
  readonly requests: number;
  readonly succeeded: number;
  readonly success_rate: number | null;
  readonly failures: Readonly<Partial<Record<LoadFailure, number>>>;
  readonly retries: number;
  /** From the first request to the end of the last one. */
  readonly seconds: number;
  /** Successful requests a second. */
  readonly qps: number | null;
  /** Those a second that met the objective; `null` without one. */
  readonly goodput: number | null;
  /** Share of all requests that met it. */
  readonly within_objective: number | null;
  /** Milliseconds. */
  readonly timings: Readonly<Record<Timing, DurationSummary | null>>;
  readonly tokens: {
    /**
     * Who counted the output: the endpoint (`usage`), nobody (`chunks`: pieces of text), or one or the other (`mixed`).
     */
    readonly source: 'usage' | 'chunks' | 'mixed' | null;
    /** `null` when the endpoint does not count them. */
    readonly input: number | null;
    readonly output: number;
    readonly output_per_second: number | null;
  };
  /** Share of the time in which the event loop of the generator was busy. */
  readonly utilization: number | null;
  /** More than 1: the level was interrupted, and another process of the generator continued it. */
  readonly processes: number;
  /** Why the figures say more of the generator than of the endpoint; empty for a valid level. */
  readonly invalid: readonly Invalidity[];
}

export function reportLevel(load: Load, objective: Objective | null, tally: StoredTally): LevelReport {
  const { counts, failures, elapsed_ms, busy_ms, processes } = tally;
  const { completed, succeeded, within_objective, retries } = counts;
  const seconds = elapsed_ms / 1000;
  const perSecond = (count: number): number | null => (seconds > 0 ? count / seconds : null);
  const timing = (name: Timing): DurationSummary | null => new Durations(tally.timings[name]).summary();
  const timings = Object.fromEntries(TIMINGS.map((name) => [name, timing(name)])) as LevelReport['timings'];
  const utilization = elapsed_ms > 0 ? Math.min(1, busy_ms / elapsed_ms) : null;
  return {
    load,
    requests: completed,
    succeeded,
    failures,
    retries,
    seconds,
    success_rate: completed > 0 ? succeeded / completed : null,
    qps: perSecond(succeeded),
    goodput: objective && perSecond(within_objective),
    within_objective: objective && completed > 0 ? within_objective / completed : null,
    timings,
    tokens: {
      source: sourceOf(succeeded, counts.uncounted_answers),
      input: counts.input_tokens || null,
      output: counts.output_tokens,
      output_per_second: perSecond(counts.output_tokens),
    },
    utilization,
    processes,
    invalid: invalidity(load, timings, utilization, failures),
  };
}

function sourceOf(answers: number, uncounted: number): LevelReport['tokens']['source'] {
  if (answers === 0) return null;
  if (uncounted === 0) return 'usage';
  return uncounted === answers ? 'chunks' : 'mixed';
}
