/** Tracks whether a step works or waits for its turn. */
import type { StepWaiting } from '../../domain/jobs/model.ts';
import type { Guest } from './waiting-room.ts';

/** What `inTurn` passes to work that waits for its turn. */
export interface AwaitedTurn {
  /** Aborted when the work must stop waiting; never once its turn has come. */
  readonly signal: AbortSignal;
  /** The work must call it when its turn has come. */
  readonly onTaken: () => void;
}

interface StepWaitOptions {
  /** Whether the previous attempt reported to the job that the step only waits. */
  readonly wasWaiting: boolean;
  /** Maximum wait for the first turn, in milliseconds. */
  readonly mostMs: number;
  /** Called when the step starts to only wait, and when that ends. */
  readonly onChange: () => void;
  /** Called once, when the step starts. */
  readonly onBegin: () => void;
}

/** The waiting of one attempt of a step. */
export class StepWait {
  readonly #guest: Guest | undefined;
  readonly #options: StepWaitOptions;
  readonly #goingBack = new AbortController();
  /** What the step waits for, one entry per waiting work. */
  readonly #waits = new Map<symbol, () => StepWaiting>();
  #working = 0;
  #isToldWaiting: boolean;
  /** What the step waited for when it was asked to go back. */
  #leftWaiting: StepWaiting | null = null;
  #patience: NodeJS.Timeout | undefined;
  hasBegun = false;

  /** `guest` is the step's seat in the waiting room of its task queue, if that has one. */
  constructor(guest: Guest | undefined, options: StepWaitOptions) {
    this.#guest = guest;
    this.#options = options;
    this.#isToldWaiting = options.wasWaiting;
  }

  /** What the step waits for; `null` while it does anything else. */
  get waiting(): StepWaiting | null {
    const [what] = this.#waits.values();
    return what === undefined || this.#working > 0 ? this.#leftWaiting : what();
  }

  /** Whether the step was asked to go back to its task queue before it started. */
  get wentBack(): boolean {
    return this.#goingBack.signal.aborted;
  }

  /** Calling it again does nothing. */
  begin(): void {
    if (this.hasBegun) return;
    this.hasBegun = true;
    clearTimeout(this.#patience);
    this.#guest?.begins();
    this.#options.onBegin();
    this.#report();
  }

  /** Runs work that waits for its turn; the step starts with its first turn. */
  async inTurn<T>(what: () => StepWaiting, work: (turn: AwaitedTurn) => Promise<T>): Promise<T> {
    const id = Symbol('wait');
    let isTaken = false;
    this.#waits.set(id, what);
    const onTaken = (): void => {
      isTaken = true;
      this.#waits.delete(id);
      this.#working++;
      this.begin();
      this.#report();
    };
    // A free turn is taken by then, so no wait is reported.
    const asked = setImmediate(() => this.#wait());
    try {
      return await work({ signal: this.#goingBack.signal, onTaken });
    } finally {
      clearImmediate(asked);
      this.#waits.delete(id);
      if (isTaken) this.#working--;
      this.#report();
    }
  }

  /** See {@link Guest.isInTheWay}. */
  get isInTheWay(): boolean {
    return this.#guest?.isInTheWay() ?? false;
  }

  /** Call it when the attempt has ended. */
  end(): void {
    clearTimeout(this.#patience);
    this.#guest?.leaves();
  }

  #wait(): void {
    this.#report();
    if (this.hasBegun || this.#patience !== undefined) return;
    const goBack = (): void => {
      this.#leftWaiting = this.waiting;
      this.#goingBack.abort();
    };
    this.#patience = setTimeout(goBack, this.#options.mostMs);
    this.#guest?.waits(goBack);
  }

  #report(): void {
    const isWaiting = this.waiting !== null;
    if (isWaiting === this.#isToldWaiting) return;
    this.#isToldWaiting = isWaiting;
    this.#options.onChange();
  }
}
