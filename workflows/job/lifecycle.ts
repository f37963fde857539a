/**
 * What happens to a job between its start and its end, as plain state: which step is pending, whether a worker has begun
 * it, and the events that follow. No Temporal in here, so that it is tested without it.
 */
import type { EmittedEvent, JobProgress, StepSignal } from '../../domain/jobs/model.ts';

export interface LifecycleSink {
  /** Writes an event into the job's history. */
  emit(event: EmittedEvent): void;
  /** Called once, when the first worker has begun work. */
  markStarted(event: EmittedEvent): void;
  showProgress(progress: JobProgress): void;
  /** Shows people what the pending step does, or waits for. */
  show(text: string): void;
}

export class Lifecycle {
  readonly #sink: LifecycleSink;
  #started = false;
  #pendingStep: string | null = null;
  /** Attempt whose failure was already told, so that the start of the next one is not told as a surprise. */
  #failedAttempt = 0;

  constructor(sink: LifecycleSink) {
    this.#sink = sink;
  }

  /** Runs one step, which waits in a task queue first: signals of other steps are ignored while it is pending. */
  async step<T>(name: string, taskQueue: string, run: () => Promise<T>): Promise<T> {
    this.#pendingStep = name;
    this.#failedAttempt = 0;
    // Whether a worker holds it already is known to the API alone, which reads its heartbeats.
    this.#sink.show(`${name} waits for a worker of "${taskQueue}", or for its turn there`);
    try {
      const result = await run();
      this.start(name); // its signal may have been lost
      return result;
    } finally {
      this.#pendingStep = null;
    }
  }

  /**
   * Takes a step's word. Only the pending step is heard: after a reset Temporal replays the signals of the steps that
   * were undone.
   */
  handle(signal: StepSignal): void {
    if (signal.step !== this.#pendingStep) return;
    switch (signal.phase) {
      case 'started':
        this.start(signal.step);
        this.#sink.show(signal.step);
        if (signal.attempt > this.#failedAttempt + 1) {
          this.#retrying(
            signal,
            `Attempt ${signal.attempt} of ${signal.step} began: the one before stopped answering.`,
          );
        }
        return;
      case 'retrying':
        this.#failedAttempt = signal.attempt;
        this.#retrying(signal, `Attempt ${signal.attempt} of ${signal.step} failed and will be repeated.`);
        return;
      case 'handed_back':
        this.#failedAttempt = signal.attempt;
        this.#retrying(signal, `Attempt ${signal.attempt} of ${signal.step} was handed back: its worker stops.`);
        return;
      case 'progress':
        if (signal.progress) this.#sink.showProgress(signal.progress);
        return;
    }
  }

  /** The work has begun: by a worker that has this step, or by the first child job. */
  start(step: string): void {
    if (this.#started) return;
    this.#started = true;
    this.#sink.markStarted({ type: 'job.started', message: 'A worker has begun the job.', data: { step } });
  }

  #retrying({ step, attempt, error }: StepSignal, message: string): void {
    this.#failedAttempt = Math.max(this.#failedAttempt, attempt - 1);
    this.#sink.show(message);
    this.#sink.emit({ type: 'job.retrying', message, data: { step, attempt, error } });
  }
}

export function progressText({ completed, total, unit, message }: JobProgress): string {
  const count = total === null ? `${completed} ${unit}` : `${completed} of ${total} ${unit}`;
  return message ? `${count}: ${message}` : count;
}
