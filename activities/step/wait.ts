/** Whether a step works or waits for its turn, and what follows from it. */
import type { StepWaiting } from '../../domain/jobs/model.ts';
import type { Guest } from './waiting-room.ts';

/** What work that waits for its turn is given. */
export interface AwaitedTurn {
  /** Aborted when it must not wait any longer; never once its turn has come. */
  readonly signal: AbortSignal;
  /** To be called when its turn has come. */
  readonly onTaken: () => void;
}

interface StepWaitOptions {
  /** Whether its job believes that the step only waits, from the attempt before. */
  readonly wasWaiting: boolean;
  /** How long it may wait for its first turn. */
  readonly mostMs: number;
  /** Called when the step begins to do nothing but wait, and when it does something else again. */
  readonly onChange: () => void;
  /** Called once, when the step begins. */
  readonly onBegin: () => void;
}

/** Of one attempt of a step. */
export class StepWait {
  readonly #guest: Guest | undefined;
  readonly #options: StepWaitOptions;
  readonly #goingBack = new AbortController();
  /** What it waits for, by each that waits. */
  readonly #waits = new Map<symbol, () => StepWaiting>();
  #working = 0;
  #isToldWaiting: boolean;
  /** What it waited for when it was told to go back. */
  #leftWaiting: StepWaiting | null = null;
  #patience: NodeJS.Timeout | undefined;
  hasBegun = false;

  /** `guest` is its seat in the waiting room of its queue, if that has one. */
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

  /** Whether it was told to go back to its queue before it had begun. */
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
    this.#tell();
  }

  /** Runs work that waits for its turn; with its first turn the step begins. */
  async inTurn<T>(what: () => StepWaiting, work: (turn: AwaitedTurn) => Promise<T>): Promise<T> {
    const id = Symbol('wait');
    let isTaken = false;
    this.#waits.set(id, what);
    const onTaken = (): void => {
      isTaken = true;
      this.#waits.delete(id);
      this.#working++;
      this.begin();
      this.#tell();
    };
    // A turn that is free is taken by then, and nobody is told of a wait.
    const asked = setImmediate(() => this.#wait());
    try {
      return await work({ signal: this.#goingBack.signal, onTaken });
    } finally {
      clearImmediate(asked);
      this.#waits.delete(id);
      if (isTaken) this.#working--;
      this.#tell();
    }
  }

  /** Whether its slot is needed, see {@link Guest.isInTheWay}. */
  get isInTheWay(): boolean {
    return this.#guest?.isInTheWay() ?? false;
  }

  /** Its attempt has ended. */
  end(): void {
    clearTimeout(this.#patience);
    this.#guest?.leaves();
  }

  #wait(): void {
    this.#tell();
    if (this.hasBegun || this.#patience !== undefined) return;
    const goBack = (): void => {
      this.#leftWaiting = this.waiting;
      this.#goingBack.abort();
    };
    this.#patience = setTimeout(goBack, this.#options.mostMs);
    this.#guest?.waits(goBack);
  }

  #tell(): void {
    const isWaiting = this.waiting !== null;
    if (isWaiting === this.#isToldWaiting) return;
    this.#isToldWaiting = isWaiting;
    this.#options.onChange();
  }
}
