/** A step of a job, as its work sees it. */
import type { JobProgress, StepWaiting } from '../../domain/jobs/model.ts';
import type { Measure, Usage } from '../../domain/jobs/usage.ts';
import type { AwaitedTurn } from './wait.ts';

export interface Step {
  readonly jobId: string;
  /** Names it among the steps of all runs of its job. Its attempts share it. */
  readonly id: string;
  /** From 1, not counting attempts that only waited. */
  readonly attempt: number;
  /** The priority of its job when the attempt was scheduled, as Temporal has it: the lower, the sooner. */
  readonly priorityKey: number;
  /** When the first attempt was scheduled. */
  readonly scheduledAt: Date;
  /**
   * Aborted on cancellation, on worker shutdown, at the step's deadline, and when Temporal has given up on the attempt.
   */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: JobProgress) => void;
  /**
   * Reports to the job that the work has started. Until a step calls it, the job is `queued`. Further calls do nothing.
   */
  readonly begin: () => void;
  /**
   * Runs work that first waits for its turn. While the step only waits, its job reports what it waits for. Before its
   * first turn, the step may be handed back to Temporal so that it does not hold a slot that another tenant needs;
   * `turn.signal` is then aborted. The step starts with its first turn.
   */
  readonly inTurn: <T>(what: () => StepWaiting, work: (turn: AwaitedTurn) => Promise<T>) => Promise<T>;
  /**
   * Whether another tenant may need the slot more. A step whose work is divided into many steps should then end early.
   */
  readonly isInTheWay: () => boolean;
  /** The last checkpoint of the previous attempt, if any. The same step wrote it, possibly in an older release. */
  readonly checkpoint: unknown;
  /**
   * Saves a small JSON value for the next attempt, replacing the previous one. It reaches Temporal within a second; a
   * process that dies sooner loses it.
   */
  readonly keep: (checkpoint: unknown) => void;
  /**
   * Adds usage of the step, which counts even if the attempt fails (domain/jobs/usage.ts). It reaches Temporal within
   * two seconds. Throws for an amount that is negative or not finite.
   */
  readonly spend: (measure: Measure) => void;
  /** Its usage so far, over all its attempts. */
  readonly spent: () => Usage;
  /**
   * Whether no later attempt will continue the work: the job was cancelled or terminated, or the last attempt timed
   * out. Call it once the signal is aborted.
   */
  readonly isUnwanted: () => Promise<boolean>;
}
