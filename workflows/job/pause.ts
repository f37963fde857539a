/** A paused job starts no further step or child job until it is resumed. */
import { condition, defineSignal, setHandler } from '@temporalio/workflow';
import { PAUSE_SIGNAL, RESUME_SIGNAL } from '../../domain/jobs/model.ts';
import type { EmittedEvent, JobMemo } from '../../domain/jobs/model.ts';

const pauseSignal = defineSignal(PAUSE_SIGNAL);
const resumeSignal = defineSignal(RESUME_SIGNAL);

export interface PauseSink {
  /** Writes an event to the job's history, and the other members to its memo. */
  emit(event: EmittedEvent, also: Pick<JobMemo, 'paused'>): void;
  /** Shows whether the job is paused, as text for people. */
  showPaused(isPaused: boolean): void;
}

export class Pause {
  readonly #sink: PauseSink;
  #isPaused: boolean;

  /** Handles the signals from now on. `isPaused` is the state of an earlier run of the same job. */
  constructor(sink: PauseSink, isPaused: boolean) {
    this.#sink = sink;
    this.#isPaused = isPaused;
    sink.showPaused(isPaused);
    setHandler(pauseSignal, () => this.#hold(true));
    setHandler(resumeSignal, () => this.#hold(false));
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Resolves when the job is not paused. */
  async over(): Promise<void> {
    await condition(() => !this.#isPaused);
  }

  #hold(paused: boolean): void {
    if (paused === this.#isPaused) return;
    this.#isPaused = paused;
    const type = paused ? 'job.paused' : 'job.resumed';
    const message = paused ? 'The job was paused.' : 'The job goes on.';
    this.#sink.emit({ type, message, data: {} }, { paused });
    this.#sink.showPaused(paused);
  }
}
