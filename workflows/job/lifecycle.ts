/**
 * The life of a job from start to end, as plain state: which steps are pending, whether a worker has started one, and
 * the events that result. It does not use Temporal, so it is tested without it.
 */
import type { EmittedEvent, JobProgress, StepResult, StepSignal } from '../../domain/jobs/model.ts';

export interface LifecycleSink {
  /** Writes an event into the job's history. */
  emit(event: EmittedEvent): void;
  /** Called once, on the first report that a worker has started work; `beganAt` is RFC 3339, by that worker's clock. */
  markStarted(event: EmittedEvent, beganAt: string): void;
  /** Shows the progress of the only pending step. */
  showProgress(progress: JobProgress): void;
  /** Shows what a pending step does, or waits for, as text for people. */
  show(text: string): void;
}

/** A step to run. */
export interface AskedStep {
  /** Unique among the pending steps. */
  readonly activityId: string;
  /** The activity type. */
  readonly name: string;
  readonly taskQueue: string;
}

interface PendingStep {
  /** Last attempt whose failure was reported. The start of the next one is then expected, and needs no event. */
  failedAttempt: number;
}

export class Lifecycle {
  readonly #sink: LifecycleSink;
  #started: boolean;
  /** By activity ID. */
  readonly #pending = new Map<string, PendingStep>();

  /** `hasStarted`: the job started in an earlier run. */
  constructor(sink: LifecycleSink, hasStarted = false) {
    this.#sink = sink;
    this.#started = hasStarted;
  }

  /** Runs one step, which first waits in a task queue. Its signals are handled while it is pending. */
  async step<T>({ activityId, name, taskQueue }: AskedStep, run: () => Promise<StepResult<T>>): Promise<T> {
    this.#pending.set(activityId, { failedAttempt: 0 });
    // The workflow cannot see whether a worker has picked the step up; only the API can, from the heartbeats.
    this.#show(`${name} waits for a worker of "${taskQueue}", or for its turn there`);
    try {
      const { began_at, value } = await run();
      this.begin(name, began_at); // the signal may arrive later, or never
      return value;
    } finally {
      this.#pending.delete(activityId);
    }
  }

  /** Whether the step's reports are handled. */
  isPending(activityId: string): boolean {
    return this.#pending.has(activityId);
  }

  /** Records that the work of a step, or of a child job, has started. Only the first call for a job counts. */
  begin(step: string, beganAt: string): void {
    if (this.#started) return;
    this.#started = true;
    this.#sink.markStarted({ type: 'job.started', message: 'A worker started the job.', data: { step } }, beganAt);
  }

  /**
   * Handles the report of a step. Reports of steps that are not pending are ignored: after a reset, Temporal replays
   * the signals of steps that were undone.
   */
  handle(signal: StepSignal): void {
    const pending = this.#pending.get(signal.activity_id);
    if (!pending) return;
    const { step, attempt } = signal;
    // Signals of one attempt may arrive out of order.
    if (signal.began_at !== null) this.begin(step, signal.began_at);
    switch (signal.phase) {
      case 'started':
        this.#show(step);
        if (attempt > pending.failedAttempt + 1) {
          this.#retrying(
            pending,
            signal,
            attempt - 1,
            `Attempt ${attempt} of ${step} started: the previous one stopped responding.`,
          );
        }
        return;
      case 'retrying':
        this.#retrying(pending, signal, attempt, `Attempt ${attempt} of ${step} failed and will be retried.`);
        return;
      case 'handed_back':
        this.#retrying(
          pending,
          signal,
          attempt,
          `Attempt ${attempt} of ${step} was handed back: its worker is shutting down.`,
        );
        return;
      case 'progress':
        if (signal.progress && this.#pending.size === 1) this.#sink.showProgress(signal.progress);
        return;
    }
  }

  #retrying(pending: PendingStep, signal: StepSignal, failedAttempt: number, message: string): void {
    pending.failedAttempt = Math.max(pending.failedAttempt, failedAttempt);
    const { step, activity_id, attempt, error } = signal;
    this.#show(message);
    this.#sink.emit({ type: 'job.retrying', message, data: { step, activity_id, attempt, error } });
  }

  #show(text: string): void {
    const { size } = this.#pending;
    this.#sink.show(size > 1 ? `${text} (${size} steps at once)` : text);
  }
}
