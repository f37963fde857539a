/** How the steps of a job are run: under which ids, how many at once, and what they spend. */
import { isCancellation } from '@temporalio/workflow';
import { usageOfFailure } from '../../domain/jobs/failure.ts';
import type { StepResult } from '../../domain/jobs/model.ts';
import type { UsageLedger } from '../../domain/jobs/usage.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { StepInput, StepName, StepValue, Steps } from './steps.ts';
import { Turns } from './turns.ts';

/** Steps that a job runs at once when its workflow says nothing else: far fewer than Temporal allows, enough to keep workers busy. */
const PARALLEL_STEPS = 20;

interface StepRunnerOptions {
  readonly lifecycle: Lifecycle;
  /** Counts each step by its activity id. */
  readonly usage: UsageLedger;
  /** Resolves when the job may begin another step. */
  readonly mayBegin: () => Promise<void>;
  readonly parallelSteps?: number | undefined;
}

export class StepRunner {
  readonly #lifecycle: Lifecycle;
  readonly #usage: UsageLedger;
  readonly #mayBegin: () => Promise<void>;
  readonly #turns: Turns;
  /** How often each activity was asked for. */
  readonly #asked = new Map<string, number>();
  readonly #running = new Set<Promise<unknown>>();

  constructor({ lifecycle, usage, mayBegin, parallelSteps = PARALLEL_STEPS }: StepRunnerOptions) {
    this.#lifecycle = lifecycle;
    this.#usage = usage;
    this.#mayBegin = mayBegin;
    this.#turns = new Turns(parallelSteps);
  }

  async run<A, K extends StepName<A>>(activities: Steps<A>, name: K, input: StepInput<A[K]>): Promise<StepValue<A[K]>> {
    const activityId = this.#nextId(name);
    const { taskQueue } = activities;
    const running = this.#turns.inTurn(async () => {
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

  /** Resolves when no step runs. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  /** A step that is cancelled stays open: what it spends until it stops is read when the job's record is written. */
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

  /** `convert`, `convert-2`, `convert-3` …: in the order in which the workflow asks for them, the same in every replay. */
  #nextId(name: string): string {
    const asked = (this.#asked.get(name) ?? 0) + 1;
    this.#asked.set(name, asked);
    return asked === 1 ? name : `${name}-${asked}`;
  }
}
