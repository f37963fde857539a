/**
 * The slots of a worker, which are few, and the steps in them that only wait for their turn. Temporal gives out slots fairly
 * between tenants, but only when one is free: before the last is taken, a waiting step of whoever has most goes back to its queue.
 */

/**
 * The part of the slots that is kept free for whoever comes next: 4 of the 40 of `parse`, so that so many tenants' steps come in
 * at once, and the nine tenths that stay are still many more than the converters.
 */
const KEPT_FREE = 0.1;
/**
 * A step that waits no longer than this stays: the turn of a short document comes sooner, and to come again costs at least 2 s
 * (`steppedBack` in failures.ts).
 */
const MIN_WAIT_MS = 500;
/**
 * At most one step goes back in so long, whatever the backlog. It is how soon another tenant's step has a slot, which nobody notices;
 * and it bounds what a backlog costs Temporal to 10 attempts a second in each worker.
 */
const PACE_MS = 100;

export interface Guest {
  /** It only waits from now on, and is told when it has to go back. */
  readonly waits: (goBack: () => void) => void;
  /** Its turn has come: it stays. */
  readonly begins: () => void;
  /** Whether slots are short, and its tenant has most of them and more than one: work that can be divided should end its part. */
  readonly isInTheWay: () => boolean;
  /** It has left its slot. */
  readonly leaves: () => void;
}

interface Seat {
  readonly key: string;
  waiting: { readonly since: number; readonly goBack: () => void } | null;
}

/** The slots of one task queue in this process. */
export class WaitingRoom {
  readonly #slots: number;
  /** In the order in which they came. */
  readonly #seats = new Set<Seat>();
  #timer: NodeJS.Timeout | undefined;

  constructor(slots: number) {
    this.#slots = slots;
  }

  /** A step of a tenant (its fairness key) has taken a slot. */
  enter(key: string): Guest {
    const seat: Seat = { key, waiting: null };
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

  /** Steps of each tenant. */
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

  /** The one that came last, of the tenant that has most steps here; never the only one of its tenant. */
  #sendOneBack(): void {
    if (!this.#isCrowded) return;
    const latest = Date.now() - MIN_WAIT_MS;
    const counts = this.#counts();
    let most = 2;
    let chosen: Seat | null = null;
    for (const seat of this.#seats) {
      const count = counts.get(seat.key) ?? 0;
      if (seat.waiting === null || seat.waiting.since > latest || count < most) continue;
      most = count;
      chosen = seat;
    }
    const goBack = chosen?.waiting?.goBack;
    if (chosen) chosen.waiting = null;
    goBack?.();
  }
}
