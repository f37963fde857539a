export interface Quota {
  /** Tokens added per second. */
  readonly perSecond: number;
  /** Tokens of a full bucket. */
  readonly burst: number;
}

export interface Taken {
  /** Whether there was a token to take. */
  readonly allowed: boolean;
  /** Whole tokens that are left. */
  readonly remaining: number;
  /** Whole milliseconds until the next token is added; 0 while there are some. */
  readonly nextInMs: number;
  /** Whole milliseconds until the bucket is full. */
  readonly fullInMs: number;
}

/** Fractions of a token are lost in arithmetic. */
const ROUNDING = 1e-6;

/**
 * One token bucket per key, in bounded memory: one number each, for at most `maxKeys` keys. Beyond that the least
 * recently used bucket is evicted, which refills it.
 */
export class TokenBuckets {
  readonly #quota: Quota;
  readonly #maxKeys: number;
  /** When the bucket of each key is full again, in order of last use. A missing key has a full bucket. */
  readonly #fullAt = new Map<string, number>();

  constructor(quota: Quota, maxKeys: number) {
    this.#quota = quota;
    this.#maxKeys = maxKeys;
  }

  /** Takes a token, if there is one. `nowMs` is the time of a monotonic clock. */
  take(key: string, nowMs: number): Taken {
    const { perSecond, burst } = this.#quota;
    const tokenMs = 1000 / perSecond;
    const fullAt = Math.max(this.#fullAt.get(key) ?? nowMs, nowMs);
    const left = burst - (fullAt - nowMs) / tokenMs + ROUNDING;
    const allowed = left >= 1;
    const after = allowed ? fullAt + tokenMs : fullAt;
    this.#remember(key, after);
    const remaining = allowed ? left - 1 : left;
    return {
      allowed,
      remaining: Math.floor(remaining),
      nextInMs: remaining >= 1 ? 0 : Math.round((1 - remaining) * tokenMs),
      fullInMs: Math.round(after - nowMs),
    };
  }

  /** How many keys are remembered. */
  get size(): number {
    return this.#fullAt.size;
  }

  #remember(key: string, fullAt: number): void {
    this.#fullAt.delete(key);
    this.#fullAt.set(key, fullAt);
    if (this.#fullAt.size <= this.#maxKeys) return;
    const [oldest] = this.#fullAt.keys();
    if (oldest !== undefined) this.#fullAt.delete(oldest);
  }
}
