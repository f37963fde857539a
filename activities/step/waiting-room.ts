/**
 * Keeps some of a worker's slots free although steps in them wait for their turn. Temporal shares slots fairly between
 * tenants, but only when one is free. So before the last one is taken, a waiting step of the tenant that holds the most
 * goes back to its queue: the least urgent, and of those the newest.
 */

/**
 * The share of the slots that is kept free for the next steps: 4 of the 40 of `parse`, so that steps of four tenants
 * can start at once. The other nine tenths are still many more than the converters.
 */
const KEPT_FREE = 0.1;
/**
 * A step stays if it has waited no longer than this. The turn of a short document comes sooner, and going back costs at
 * least 2 s (`steppedBack` in failures.ts).
 */
const MIN_WAIT_MS = 500;
/**
 * At most one step goes back per interval, whatever the backlog. Another tenant's step gets a slot this soon, which
 * nobody notices, and a backlog costs Temporal at most 10 attempts per second and worker.
 */
const PACE_MS = 100;

export interface Guest {
  /** The step only waits from now on; `goBack` is called when it must leave its slot. */
  readonly waits: (goBack: () => void) => void;
  /** The step's turn has come, so it stays. */
  readonly begins: () => void;
  /**
   * Whether slots are scarce and the step's tenant holds the most, and more than one. Divisible work should then end
   * its part.
   */
  readonly isInTheWay: () => boolean;
  /** The step has left its slot. */
  readonly leaves: () => void;
}

interface Seat {
  readonly key: string;
  readonly priorityKey: number;
  waiting: { readonly since: number; readonly goBack: () => void } | null;
}

/** The slots of one task queue in this process. */
export class WaitingRoom {
  readonly #slots: number;
  /** In order of arrival. */
  readonly #seats = new Set<Seat>();
  #timer: NodeJS.Timeout | undefined;

  constructor(slots: number) {
    this.#slots = slots;
  }

  /**
   * Call it when a step has taken a slot. `key` is the tenant's fairness key, `priorityKey` the priority as Temporal has it:
   * a higher number is less urgent.
   */
  enter(key: string, priorityKey: number): Guest {
    const seat: Seat = { key, priorityKey, waiting: null };
    this.#seats.add(seat);
    this.#watch();
    return {
      waits: (goBack) => {
        seat.waiting = { since: Date.now(), goBack };
        this.#watch();
      },
      begins: () => {
        seat.waiting = null;
      },
      isInTheWay: () => {
        if (!this.#isCrowded) return false;
        const counts = this.#counts();
        const own = counts.get(key) ?? 0;
        return own > 1 && own >= Math.max(...counts.values());
      },
      leaves: () => {
        this.#seats.delete(seat);
      },
    };
  }

  get #isCrowded(): boolean {
    return this.#slots - this.#seats.size < Math.ceil(this.#slots * KEPT_FREE);
  }

  /** Number of steps of each tenant. */
  #counts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { key } of this.#seats) counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts;
  }

  #watch(): void {
    if (this.#timer !== undefined || !this.#isCrowded) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#sendOneBack();
      this.#watch();
    }, PACE_MS);
    this.#timer.unref();
  }

  /** The least urgent waiting step of the tenant with the most slots, never the only step of a tenant. */
  #sendOneBack(): void {
    if (!this.#isCrowded) return;
    const latest = Date.now() - MIN_WAIT_MS;
    const counts = this.#counts();
    let chosen: Seat | null = null;
    let most = 2;
    for (const seat of this.#seats) {
      const count = counts.get(seat.key) ?? 0;
      if (seat.waiting === null || seat.waiting.since > latest || count < most) continue;
      if (chosen !== null && count === most && seat.priorityKey < chosen.priorityKey) continue;
      most = count;
      chosen = seat;
    }
    const goBack = chosen?.waiting?.goBack;
    if (chosen) chosen.waiting = null;
    goBack?.();
  }
}

/** The waiting rooms of a process, by task queue. */
export type WaitingRooms = ReadonlyMap<string, WaitingRoom>;
