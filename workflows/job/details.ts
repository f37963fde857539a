import { setCurrentDetails } from '@temporalio/workflow';
import type { JobState } from '../../domain/jobs/model.ts';

/** What people read of a job in Temporal's Web UI: its state, and what it does or waits for. */
export class Details {
  #state: JobState = 'queued';
  #isPaused = false;
  #text = '';

  /** What it does, or waits for, from now on. */
  show(text: string): void {
    this.#text = text;
    this.#write();
  }

  /** Until it is resumed, that is what it waits for. */
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
    const text = this.#isPaused ? 'paused; it begins no further step until it is resumed' : this.#text;
    setCurrentDetails(text === '' ? this.#state : `${this.#state}: ${text}`);
  }
}
