/**
 * What happens to a job between its start and its end, as plain state: which steps are pending, whether a worker has begun
 * one, and the events that follow. No Temporal in here, so that it is tested without it.
 */
import type { EmittedEvent, JobProgress, StepResult, StepSignal } from '../../domain/jobs/model.ts';

export interface LifecycleSink {
  /** Writes an event into the job's history. */
  emit(event: EmittedEvent): void;
  /** Called once, when it is known that a worker has begun work; `beganAt` is RFC 3339, by that worker's clock. */
  markStarted(event: EmittedEvent, beganAt: string): void;
  /** How far the only running step is. */
  showProgress(progress: JobProgress): void;
  /** Shows people what a pending step does, or waits for. */
  show(text: string): void;
}

/** A step that is asked for. */
export interface AskedStep {
  /** Of one step among all that are pending. */
  readonly activityId: string;
  /** Of the activity. */
  readonly name: string;
  readonly taskQueue: string;
}

interface PendingStep {
  /** Attempt whose failure was already reported, so that the start of the next one is not reported as a surprise. */
  failedAttempt: number;
}

export class Lifecycle {
  readonly #sink: LifecycleSink;
  #started: boolean;
  /** By activity id. */
  readonly #pending = new Map<string, PendingStep>();

  /** `hasStarted` in an earlier run of the job. */
  constructor(sink: LifecycleSink, hasStarted = false) {
    this.#sink = sink;
    this.#started = hasStarted;
  }

  /** Runs one step, which waits in a task queue first. Its signals are heard while it is pending. */
  async step<T>({ activityId, name, taskQueue }: AskedStep, run: () => Promise<StepResult<T>>): Promise<T> {
    this.#pending.set(activityId, { failedAttempt: 0 });
    // Whether a worker holds it already is known to the API alone, which reads its heartbeats.
    this.#show(`${name} waits for a worker of "${taskQueue}", or for its turn there`);
    try {
      const { began_at, value } = await run();
      this.begin(name, began_at); // its signal comes later, or not at all
      return value;
    } finally {
      this.#pending.delete(activityId);
    }
  }

  /** Whether the reports of a step are heard. */
  isPending(activityId: string): boolean {
    return this.#pending.has(activityId);
  }

  /** The work of a step, or of a child job, has begun; only the first of a job counts. */
  begin(step: string, beganAt: string): void {
    if (this.#started) return;
    this.#started = true;
    this.#sink.markStarted({ type: 'job.started', message: 'A worker has begun the job.', data: { step } }, beganAt);
  }

  /**
   * Takes the report of a step. Only pending steps are heard: after a reset Temporal replays the signals of the steps that
   * were undone.
   */
  handle(signal: StepSignal): void {
    const pending = this.#pending.get(signal.activity_id);
    if (!pending) return;
    const { step, attempt } = signal;
    // Signals of one attempt may overtake each other.
    if (signal.began_at !== null) this.begin(step, signal.began_at);
    switch (signal.phase) {
      case 'started':
        this.#show(step);
        if (attempt > pending.failedAttempt + 1) {
          this.#retrying(
            pending,
            signal,
            attempt - 1,
            `Attempt ${attempt} of ${step} began: the one before stopped answering.`,
          );
        }
        return;
      case 'retrying':
        this.#retrying(pending, signal, attempt, `Attempt ${attempt} of ${step} failed and will be repeated.`);
        return;
      case 'handed_back':
        this.#retrying(pending, signal, attempt, `Attempt ${attempt} of ${step} was handed back: its worker stops.`);
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
