import { CancellationScope, TemporalFailure, log } from '@temporalio/workflow';

type Undo = () => Promise<unknown>;

/** What takes back what a job did, if it fails or is cancelled. */
export class Undos {
  readonly #undos: Undo[] = [];
  #areRunning = false;

  get areRunning(): boolean {
    return this.#areRunning;
  }

  add(undo: Undo): void {
    this.#undos.push(undo);
  }

  /** Runs them, the latest first. No cancellation ends them; one that fails does not keep the others from running. */
  async run(): Promise<void> {
    this.#areRunning = true;
    await CancellationScope.nonCancellable(async () => {
      for (const undo of this.#undos.toReversed()) await attempt(undo);
    });
  }
}

async function attempt(undo: Undo): Promise<void> {
  try {
    await undo();
  } catch (failure) {
    if (!(failure instanceof TemporalFailure)) throw failure;
    log.warn('What the job did could not be undone', { failure });
  }
}
