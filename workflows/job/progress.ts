/** The progress of a job: the workflow's own count, or until there is one, the progress of its steps. */
import type { EmittedEvent, JobContinuation, JobMemo, JobProgress } from '../../domain/jobs/model.ts';

export interface ProgressSink {
  /** Writes an event to the job's history, and the other members to its memo. */
  emit(event: EmittedEvent, also: Pick<JobMemo, 'progress' | 'counts_progress'>): void;
  /** Shows what the job does, or waits for, as text for people. */
  show(text: string): void;
}

export class Progress {
  readonly #sink: ProgressSink;
  #latest: JobProgress | null;
  #isOwnCount: boolean;

  /** `before` is the progress in an earlier run of the same job. */
  constructor(sink: ProgressSink, before?: JobContinuation) {
    this.#sink = sink;
    this.#latest = before?.progress ?? null;
    this.#isOwnCount = before?.counts_progress ?? false;
  }

  get latest(): JobProgress | null {
    return this.#latest;
  }

  /** Whether the workflow sets its own count. */
  get isOwnCount(): boolean {
    return this.#isOwnCount;
  }

  /** Sets the workflow's own count. From then on, the progress of a single step is ignored. */
  count(progress: JobProgress): void {
    this.#isOwnCount = true;
    this.#note(progress);
  }

  /** Sets the progress of a step. */
  ofStep(progress: JobProgress): void {
    if (!this.#isOwnCount) this.#note(progress);
  }

  #note(progress: JobProgress): void {
    this.#latest = progress;
    const message = progressText(progress);
    this.#sink.show(message);
    const also = { progress, counts_progress: this.#isOwnCount };
    this.#sink.emit({ type: 'job.progress', message, data: { ...progress } }, also);
  }
}

export function progressText({ completed, total, unit, message }: JobProgress): string {
  const count = total === null ? `${completed} ${unit}` : `${completed} of ${total} ${unit}`;
  return message ? `${count}: ${message}` : count;
}
