/** The number of a step's attempt: Temporal counts them all, jobs and limits only some. */
import type { StepHeartbeat } from './model.ts';

/** All from 1. */
export interface AttemptNumbers {
  /** Temporal's. */
  readonly raw: number;
  /** Without those that only waited: what events, the API and the log tell. */
  readonly shown: number;
  /** Also without those that ended because their worker stopped: what the step's limits count. */
  readonly counted: number;
}

/** `before` is what the step has told in its attempts before this one. */
export function countAttempts(raw: number, before: Partial<StepHeartbeat> | null | undefined): AttemptNumbers {
  const { uncounted = 0, waited = 0 } = before ?? {};
  // As many as there were in all: an operator has reset the attempts, which keeps what the step has told.
  if (uncounted >= raw) return { raw, shown: raw, counted: raw };
  return { raw, shown: raw - waited, counted: raw - uncounted };
}
