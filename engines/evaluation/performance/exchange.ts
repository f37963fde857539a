/** One request of a level with its answer, as the generator saw it. Times are milliseconds by its clock. */
import type { Answer } from './answer.ts';
import type { LoadFailure } from './failures.ts';
import type { Objective } from './load.ts';

export interface Exchange {
  /** When it was due: by the schedule of an open loop, or when its user became free. */
  readonly intended: number;
  /** When the generator handed it to its HTTP client: later than intended when the generator was late. */
  readonly dispatched: number;
  /** When it was written to a socket: later than dispatched while it waited for one. `null`: it never was. */
  readonly sent: number | null;
  readonly ended: number;
  /** 0 or 1: sent again because the connection had closed before any byte came. */
  readonly retries: number;
  readonly outcome: Answer | LoadFailure;
}

/** A request that was answered. */
export interface AnsweredExchange extends Exchange {
  readonly sent: number;
  readonly outcome: Answer;
}

export function isAnswered(exchange: Exchange): exchange is AnsweredExchange {
  return typeof exchange.outcome !== 'string' && exchange.sent !== null;
}

/** Time per output token after the first: (last - first) / (tokens - 1); `null` for a single token. */
export function timePerToken({ first, last, outputTokens }: Answer): number | null {
  return outputTokens > 1 ? (last - first) / (outputTokens - 1) : null;
}

/** Whether an answer meets all parts of an objective, counted from the intended start. */
export function meets({ intended, outcome }: AnsweredExchange, objective: Objective): boolean {
  const isWithin = (value: number | null, limit: number | null): boolean =>
    value === null || limit === null || value <= limit;
  return (
    isWithin(outcome.first - intended, objective.ttft_ms) &&
    isWithin(timePerToken(outcome), objective.tpot_ms) &&
    isWithin(outcome.last - intended, objective.latency_ms)
  );
}
