/** Shares a limited resource fairly: the key that holds the fewest turns is served next. */

export interface Turn {
  /** Whether it is a reserve turn, given only to keys that hold none. */
  readonly isReserve: boolean;
  /** Releases the turn; calling it again does nothing. */
  readonly release: () => void;
}

export interface TurnOptions {
  /** Rejects the wait with its reason; has no effect on a turn already granted. */
  readonly signal: AbortSignal;
  /** Goes before all others of its key. For the rest of work that has begun, which keeps the work in progress small. */
  readonly isUnderWay: boolean;
  /** Orders the others of its key: the lower, the sooner, as Temporal has it. Default 3, as there. */
  readonly priorityKey?: number;
  /** Turns that it takes together; more than there are count as all. Default 1. */
  readonly weight?: number;
}

interface Waiting {
  /** Within its key: the lower goes first, of equal ones the one that came first. */
  readonly rank: number;
  readonly weight: number;
  readonly give: (turn: Turn) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * `size` turns shared by all keys. Each free turn goes to the waiting key that holds the fewest; ties go to the key
 * served least recently; within a key, what is under way goes first, then by priority, then first come, first served. `reserve` further turns are granted only to
 * keys that hold none, so that a key holding all others does not keep a new key waiting. Where the next one takes
 * several turns, the others wait until it has them.
 */
export class FairTurns {
  readonly #size: number;
  readonly #reserve: number;
  /** Turns held by each key; absent when none. */
  readonly #held = new Map<string, number>();
  /** Waiters by key, in the order in which the keys were last served; absent when none wait. */
  readonly #waiting = new Map<string, Waiting[]>();
  #ordinaryTaken = 0;
  #reserveTaken = 0;

  constructor(size: number, reserve: number) {
    this.#size = size;
    this.#reserve = reserve;
  }

  /** Turns that are held. */
  get taken(): number {
    return this.#ordinaryTaken + this.#reserveTaken;
  }

  /** Number of waiters. */
  get waiting(): number {
    let count = 0;
    for (const queue of this.#waiting.values()) count += queue.length;
    return count;
  }

  /** Whether a turn of this key would go to another one that holds fewer. Divisible work should then end its part. */
  isWanted(key: string): boolean {
    const held = this.#held.get(key) ?? 0;
    return [...this.#waiting.keys()].some((other) => other !== key && (this.#held.get(other) ?? 0) < held);
  }

  /** Waits for a turn. Rejects when the signal is aborted before one is given. */
  take(key: string, { signal, isUnderWay, priorityKey = 3, weight = 1 }: TurnOptions): Promise<Turn> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const entry: Waiting = {
        rank: isUnderWay ? 0 : priorityKey,
        weight,
        give(turn) {
          signal.removeEventListener('abort', abort);
          resolve(turn);
        },
        reject(error) {
          signal.removeEventListener('abort', abort);
          reject(error);
        },
      };
      const abort = (): void => {
        this.#leave(key, entry);
        reject(signal.reason);
      };
      signal.addEventListener('abort', abort, { once: true });
      const queue = this.#waiting.get(key) ?? [];
      queue.splice(queue.findLastIndex(({ rank }) => rank <= entry.rank) + 1, 0, entry);
      this.#waiting.set(key, queue);
      this.#serve();
    });
  }

  /** Runs `work` in a turn and releases the turn when it settles. Also rejects like {@link take}. */
  async run<T>(key: string, options: TurnOptions, work: () => Promise<T>): Promise<T> {
    const turn = await this.take(key, options);
    try {
      return await work();
    } finally {
      turn.release();
    }
  }

  /** Rejects all waiters. */
  rejectAll(error: Error): void {
    const waiting = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    for (const entry of waiting) entry.reject(error);
  }

  #serve(): void {
    for (let next = this.#next(); next !== null; next = this.#next()) {
      const { key, isReserve } = next;
      const queue = this.#waiting.get(key) ?? [];
      const entry = queue.shift();
      this.#waiting.delete(key);
      if (queue.length > 0) this.#waiting.set(key, queue);
      entry?.give(this.#turnOf(key, isReserve, this.#takenBy(entry, isReserve)));
    }
  }

  /** The key that is served next, now; `null` when none can be. */
  #next(): { readonly key: string; readonly isReserve: boolean } | null {
    let least = Infinity;
    let next: string | null = null;
    for (const key of this.#waiting.keys()) {
      const held = this.#held.get(key) ?? 0;
      if (held >= least) continue;
      least = held;
      next = key;
    }
    if (next !== null && this.#fits(next, false)) return { key: next, isReserve: false };
    for (const key of this.#waiting.keys()) {
      if (!this.#held.has(key) && this.#fits(key, true)) return { key, isReserve: true };
    }
    return null;
  }

  #fits(key: string, isReserve: boolean): boolean {
    const [entry] = this.#waiting.get(key) ?? [];
    if (entry === undefined) return false;
    const taken = this.#takenBy(entry, isReserve);
    return isReserve ? taken <= this.#reserve - this.#reserveTaken : taken <= this.#size - this.#ordinaryTaken;
  }

  #takenBy({ weight }: Waiting, isReserve: boolean): number {
    return Math.max(1, Math.min(weight, isReserve ? this.#reserve : this.#size));
  }

  #turnOf(key: string, isReserve: boolean, taken: number): Turn {
    this.#count(key, isReserve, taken);
    let isHeld = true;
    return {
      isReserve,
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        this.#count(key, isReserve, -taken);
        this.#serve();
      },
    };
  }

  #count(key: string, isReserve: boolean, change: number): void {
    if (isReserve) this.#reserveTaken += change;
    else this.#ordinaryTaken += change;
    const held = (this.#held.get(key) ?? 0) + change;
    if (held === 0) this.#held.delete(key);
    else this.#held.set(key, held);
  }

  #leave(key: string, entry: Waiting): void {
    const queue = this.#waiting.get(key) ?? [];
    queue.splice(queue.indexOf(entry), 1);
    if (queue.length === 0) this.#waiting.delete(key);
    // Others may have waited for the turns that it needed.
    this.#serve();
  }
}
