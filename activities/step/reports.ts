import type { Context } from '@temporalio/activity';
import type { WorkflowHandle } from '@temporalio/client';
import { STEP_SIGNAL } from '../../domain/jobs/model.ts';
import type { JobError, JobProgress, StepSignal } from '../../domain/jobs/model.ts';

/**
 * What a step reports to its job while it runs. Its result carries the same, later: a report that fails changes
 * nothing.
 */
export class Reports {
  readonly #job: WorkflowHandle;
  readonly #log: Context['log'];
  readonly #about: () => Omit<StepSignal, 'phase' | 'error' | 'progress'>;
  readonly #sent: Promise<void>[] = [];

  /** `about` is what every report says. */
  constructor(job: WorkflowHandle, log: Context['log'], about: () => Omit<StepSignal, 'phase' | 'error' | 'progress'>) {
    this.#job = job;
    this.#log = log;
    this.#about = about;
  }

  send(phase: StepSignal['phase'], content: { readonly error?: JobError; readonly progress?: JobProgress } = {}): void {
    const { error = null, progress = null } = content;
    this.#sent.push(this.#send({ phase, error, progress, ...this.#about() }));
  }

  /** Resolves when all have been sent. */
  async sent(): Promise<void> {
    await Promise.all(this.#sent);
  }

  async #send(signal: StepSignal): Promise<void> {
    try {
      await this.#job.signal(STEP_SIGNAL, signal);
    } catch (error) {
      this.#log.warn('The step could not report to its job', { phase: signal.phase, error });
    }
  }
}
