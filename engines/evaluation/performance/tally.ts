/**
 * What the requests of a level add up to, in bounded memory, so that a level can stop and continue in another process.
 */
import { isAnswered, meets, timePerToken } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import type { LoadFailure } from './failures.ts';
import { Durations } from './durations.ts';
import type { Buckets } from './durations.ts';
import type { Objective } from './load.ts';

/** Durations that a level measures, each over all its requests. */
export const TIMINGS = [
  /** From the send to the last piece of text. */
  'latency',
  'latency_from_intended',
  /** From the send to the first piece of text. */
  'ttft',
  'ttft_from_intended',
  'tpot',
  /** Between consecutive pieces of text of an answer. */
  'inter_token',
  /** From the hand-over to the HTTP client until the request was written to a socket. */
  'socket_wait',
  /** From the intended start to the hand-over: how late the generator was. */
  'start_lag',
  /** How late the event loop of the generator was at a random moment. */
  'loop_lag',
] as const;
export type Timing = (typeof TIMINGS)[number];

/** Sums over the requests of a level. */
export interface Counts {
  readonly completed: number;
  readonly succeeded: number;
  /** Those that met the objective. */
  readonly within_objective: number;
  readonly retries: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** Answers whose output tokens are pieces of text, because the endpoint counts none. */
  readonly uncounted_answers: number;
}

/** A tally as it is stored. */
export interface StoredTally {
  readonly counts: Counts;
  readonly failures: Readonly<Partial<Record<LoadFailure, number>>>;
  readonly timings: Readonly<Partial<Record<Timing, Buckets>>>;
  /**
   * From the first request that was handed over to the end of the last one, in milliseconds: the sum over all processes
   * that took part.
   */
  readonly elapsed_ms: number;
  /** Time in which the event loop of the generator was busy. */
  readonly busy_ms: number;
  /** Processes that took part: more than one when the worker of the level died or was replaced. */
  readonly processes: number;
}

const NO_COUNTS: Counts = {
  completed: 0,
  succeeded: 0,
  within_objective: 0,
  retries: 0,
  input_tokens: 0,
  output_tokens: 0,
  uncounted_answers: 0,
};

export class Tally {
  readonly #objective: Objective | null;
  readonly #before: StoredTally | null;
  readonly #counts: Record<keyof Counts, number>;
  readonly #failures: Partial<Record<LoadFailure, number>>;
  readonly #timings: Readonly<Record<Timing, Durations>>;
  #began = Number.POSITIVE_INFINITY;
  #ended = Number.NEGATIVE_INFINITY;

  /** Continues the tally of earlier processes. */
  constructor(objective: Objective | null, before: StoredTally | null) {
    this.#objective = objective;
    this.#before = before;
    this.#counts = { ...NO_COUNTS, ...before?.counts };
    this.#failures = { ...before?.failures };
    const timing = (name: Timing): Durations => new Durations(before?.timings[name]);
    this.#timings = {
      latency: timing('latency'),
      latency_from_intended: timing('latency_from_intended'),
      ttft: timing('ttft'),
      ttft_from_intended: timing('ttft_from_intended'),
      tpot: timing('tpot'),
      inter_token: timing('inter_token'),
      socket_wait: timing('socket_wait'),
      start_lag: timing('start_lag'),
      loop_lag: timing('loop_lag'),
    };
  }

  get completed(): number {
    return this.#counts.completed;
  }

  addLoopLag(milliseconds: number): void {
    this.#timings.loop_lag.add(milliseconds);
  }

  add(exchange: Exchange): void {
    const { intended, dispatched, sent, ended, retries, outcome } = exchange;
    const timings = this.#timings;
    const counts = this.#counts;
    this.#began = Math.min(this.#began, dispatched);
    this.#ended = Math.max(this.#ended, ended);
    counts.completed++;
    counts.retries += retries;
    timings.start_lag.add(dispatched - intended);
    if (sent !== null) timings.socket_wait.add(sent - dispatched);
    if (typeof outcome === 'string') this.#failures[outcome] = (this.#failures[outcome] ?? 0) + 1;
    if (!isAnswered(exchange)) return;
    const { first, last, gaps, inputTokens, outputTokens, source } = exchange.outcome;
    timings.latency.add(last - exchange.sent);
    timings.latency_from_intended.add(last - intended);
    timings.ttft.add(first - exchange.sent);
    timings.ttft_from_intended.add(first - intended);
    const tpot = timePerToken(exchange.outcome);
    if (tpot !== null) timings.tpot.add(tpot);
    for (const gap of gaps) timings.inter_token.add(gap);
    counts.succeeded++;
    counts.input_tokens += inputTokens ?? 0;
    counts.output_tokens += outputTokens;
    if (source === 'chunks') counts.uncounted_answers++;
    if (this.#objective && meets(exchange, this.#objective)) counts.within_objective++;
  }

  /** `busyMs`: of this process. */
  stored(busyMs: number): StoredTally {
    const elapsed = Math.max(0, this.#ended - this.#began);
    return {
      counts: { ...this.#counts },
      failures: { ...this.#failures },
      timings: Object.fromEntries(TIMINGS.map((name) => [name, this.#timings[name].buckets])),
      elapsed_ms: (this.#before?.elapsed_ms ?? 0) + elapsed,
      busy_ms: (this.#before?.busy_ms ?? 0) + busyMs,
      processes: (this.#before?.processes ?? 0) + 1,
    };
  }
}
