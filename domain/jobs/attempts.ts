/** Attempt numbers of a step: Temporal counts all attempts, jobs and limits only some. */
import type { StepHeartbeat } from './model.ts';

/** All start at 1. */
export interface AttemptNumbers {
  /** Temporal's. */
  readonly raw: number;
  /** Without attempts that only waited. Shown in events, the API and the log. */
  readonly shown: number;
  /** Also without attempts that ended because their worker stopped. Limits of the step use this count. */
  readonly counted: number;
}

/** `before` is the last heartbeat of the step's earlier attempts. */
export function countAttempts(raw: number, before: Partial<StepHeartbeat> | null | undefined): AttemptNumbers {
  const { uncounted = 0, waited = 0 } = before ?? {};
  // An operator has reset the attempts, which keeps the heartbeat details.
  if (uncounted >= raw) return { raw, shown: raw, counted: raw };
  return { raw, shown: raw - waited, counted: raw - uncounted };
}
