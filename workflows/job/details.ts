import { setCurrentDetails } from '@temporalio/workflow';
import type { JobState } from '../../domain/jobs/model.ts';

/** The current details of a job in Temporal's Web UI: its state, and what it does or waits for. */
export class Details {
  #state: JobState = 'queued';
  #isPaused = false;
  #text = '';

  /** Sets what the job does, or waits for, from now on. */
  show(text: string): void {
    this.#text = text;
    this.#write();
  }

  /** While the job is paused, the details show that instead of the text. */
  showPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#write();
  }

  showState(state: JobState): void {
    this.#state = state;
    this.#write();
  }

  showEnd(state: JobState): void {
    this.#isPaused = false;
    this.#text = '';
    this.showState(state);
  }

  #write(): void {
    const text = this.#isPaused ? 'paused; no further step starts until the job is resumed' : this.#text;
    setCurrentDetails(text === '' ? this.#state : `${this.#state}: ${text}`);
  }
}
