/** Fair turns at something scarce: whoever holds least of it comes next. */

export interface Turn {
  /** Whether it is one of those that only keys get which hold none. */
  readonly isReserve: boolean;
  /** Gives the turn back; calling it again does nothing. */
  readonly release: () => void;
}

export interface TurnOptions {
  /** Rejects the wait with its reason; a turn that was given is not touched. */
  readonly signal: AbortSignal;
  /** Before all others of its key: for the rest of what has begun, so that as little as possible is under way at once. */
  readonly isUnderWay: boolean;
}

interface Waiting {
  readonly isUnderWay: boolean;
  readonly give: (turn: Turn) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * `size` turns for everyone. While some wait, each free turn goes to the key that holds the fewest, of several such to the
 * one that has waited longest since it was served; within a key first come is first served. `reserve` further turns are only for keys that
 * hold none: a key that holds all others does not keep a new one waiting.
 */
export class FairTurns {
  readonly #size: number;
  readonly #reserve: number;
  /** Turns that each key holds; absent when it holds none. */
  readonly #held = new Map<string, number>();
  /** In the order in which the keys were served; absent when nobody waits. */
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

  /** Those who wait for one. */
  get waiting(): number {
    let count = 0;
    for (const queue of this.#waiting.values()) count += queue.length;
    return count;
  }

  /** Waits for a turn. Rejects when the signal is aborted before one is given. */
  take(key: string, { signal, isUnderWay }: TurnOptions): Promise<Turn> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const entry: Waiting = {
        isUnderWay,
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
      const place = isUnderWay ? queue.findLastIndex((other) => other.isUnderWay) + 1 : queue.length;
      queue.splice(place, 0, entry);
      this.#waiting.set(key, queue);
      this.#serve();
    });
  }

  /** Works in a turn, which is given back with the end of the work. Rejects as {@link take} does, too. */
  async run<T>(key: string, options: TurnOptions, work: () => Promise<T>): Promise<T> {
    const turn = await this.take(key, options);
    try {
      return await work();
    } finally {
      turn.release();
    }
  }

  /** Rejects all that wait. */
  rejectAll(error: Error): void {
    const waiting = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    for (const entry of waiting) entry.reject(error);
  }

  #serve(): void {
    for (let key = this.#next(); key !== null; key = this.#next()) {
      const queue = this.#waiting.get(key) ?? [];
      const entry = queue.shift();
      this.#waiting.delete(key);
      if (queue.length > 0) this.#waiting.set(key, queue);
      entry?.give(this.#turnOf(key));
    }
  }

  #next(): string | null {
    const isReserve = this.#ordinaryTaken >= this.#size;
    if (isReserve && this.#reserveTaken >= this.#reserve) return null;
    let least = isReserve ? 1 : Infinity;
    let next: string | null = null;
    for (const key of this.#waiting.keys()) {
      const held = this.#held.get(key) ?? 0;
      if (held >= least) continue;
      least = held;
      next = key;
    }
    return next;
  }

  #turnOf(key: string): Turn {
    const isReserve = this.#ordinaryTaken >= this.#size;
    this.#count(key, isReserve, 1);
    let isHeld = true;
    return {
      isReserve,
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        this.#count(key, isReserve, -1);
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
  }
}
