/** How far a job is: what its workflow counts itself, or until it does, the progress of its steps. */
import type { EmittedEvent, JobContinuation, JobMemo, JobProgress } from '../../domain/jobs/model.ts';

export interface ProgressSink {
  /** Writes an event into the job's history, and the members beside it into its memo. */
  emit(event: EmittedEvent, also: Pick<JobMemo, 'progress' | 'counts_progress'>): void;
  /** Shows people what the job does, or waits for. */
  show(text: string): void;
}

export class Progress {
  readonly #sink: ProgressSink;
  #latest: JobProgress | null;
  #isOwnCount: boolean;

  /** `before` is what an earlier run of the same job knew. */
  constructor(sink: ProgressSink, before?: JobContinuation) {
    this.#sink = sink;
    this.#latest = before?.progress ?? null;
    this.#isOwnCount = before?.counts_progress ?? false;
  }

  get latest(): JobProgress | null {
    return this.#latest;
  }

  /** Whether the workflow counts itself. */
  get isOwnCount(): boolean {
    return this.#isOwnCount;
  }

  /** Takes the workflow's own count: from then on, the progress of a single step is not the job's. */
  count(progress: JobProgress): void {
    this.#isOwnCount = true;
    this.#note(progress);
  }

  /** Takes the progress of a step. */
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
