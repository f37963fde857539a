/** How the steps of a job are run: under which ids, how many at once, and what they spend. */
import { ApplicationFailure, isCancellation } from '@temporalio/workflow';
import type { FailureFate } from '../../domain/jobs/failure.ts';
import { usageOfFailure } from '../../domain/jobs/failure.ts';
import type { StepResult } from '../../domain/jobs/model.ts';
import type { UsageLedger } from '../../domain/jobs/usage.ts';
import type { Lifecycle } from './lifecycle.ts';
import { Semaphore } from './semaphore.ts';
import type { StepInput, StepName, StepValue, Steps } from './steps.ts';

/** Default number of steps that a job runs at once: far fewer than Temporal allows, and enough to keep workers busy. */
const PARALLEL_STEPS = 20;

export interface StepOptions {
  /**
   * Names the step among those of its activity in this run of the job. Without a key it must be the only one of them.
   */
  readonly key?: string;
}

interface StepRunnerOptions {
  readonly lifecycle: Lifecycle;
  /** Counts the usage of each step, by activity ID. */
  readonly usage: UsageLedger;
  /** Resolves when the job may start another step. */
  readonly mayBegin: () => Promise<void>;
  readonly parallelSteps?: number | undefined;
}

export class StepRunner {
  readonly #lifecycle: Lifecycle;
  readonly #usage: UsageLedger;
  readonly #mayBegin: () => Promise<void>;
  readonly #parallel: Semaphore;
  readonly #activityIds = new Set<string>();
  readonly #running = new Set<Promise<unknown>>();

  constructor({ lifecycle, usage, mayBegin, parallelSteps = PARALLEL_STEPS }: StepRunnerOptions) {
    this.#lifecycle = lifecycle;
    this.#usage = usage;
    this.#mayBegin = mayBegin;
    this.#parallel = new Semaphore(parallelSteps);
  }

  async run<A, K extends StepName<A>>(
    activities: Steps<A>,
    name: K,
    input: StepInput<A[K]>,
    { key }: StepOptions = {},
  ): Promise<StepValue<A[K]>> {
    const activityId = this.#claimId(name, key);
    const { taskQueue } = activities;
    const running = this.#parallel.run(async () => {
      await this.#mayBegin();
      return this.#lifecycle.step({ activityId, name, taskQueue }, () =>
        this.#counted(activityId, () => activities.run(name, activityId, input)),
      );
    });
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Resolves when no step is running. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  /** A cancelled step stays open: the usage up to its end is read when the job's record is written. */
  async #counted<T>(activityId: string, run: () => Promise<StepResult<T>>): Promise<StepResult<T>> {
    this.#usage.begin(activityId);
    try {
      const result = await run();
      this.#usage.end(activityId, result.usage);
      return result;
    } catch (failure) {
      if (!isCancellation(failure)) this.#usage.end(activityId, usageOfFailure(failure));
      throw failure;
    }
  }

  /**
   * `convert` or, with a key, `convert:7`. A retry finds the result of a finished step by this ID: it must not depend
   * on the order in which other steps end, as a number of the step would.
   */
  #claimId(name: string, key: string | undefined): string {
    const activityId = key === undefined ? name : `${name}:${key}`;
    if (this.#activityIds.has(activityId)) {
      const fix =
        key === undefined ? 'Give each step of this name a key.' : 'Each step of this name needs a key of its own.';
      throw misuse(`The job has asked for the step ${activityId} before. ${fix}`);
    }
    this.#activityIds.add(activityId);
    return activityId;
  }
}

/** Ends the job: a bug that no later worker can fix, because the steps that were asked for are in the history. */
function misuse(message: string): ApplicationFailure {
  const fate: FailureFate = { retryable: false };
  return ApplicationFailure.create({ message, type: 'internal', nonRetryable: true, details: [{}, fate] });
}
