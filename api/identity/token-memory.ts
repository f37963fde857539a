import { createHash } from 'node:crypto';

/** What was learned about a token, and until when (milliseconds since 1970) it holds. */
export interface Learned<T> {
  readonly value: T;
  readonly untilMs: number;
}

/** About 10 MB of identities. */
const MAX_ENTRIES = 10_000;

/**
 * Remembers what was learned about tokens, by their hash, for a short time. Requests that come with the same token at
 * once learn together. Bounded: what was not asked for longest is forgotten first. Failures are not remembered.
 */
export class TokenMemory<T> {
  readonly #entries = new Map<string, Learned<T>>();
  readonly #learning = new Map<string, Promise<T>>();
  readonly #lifeMs: number;
  readonly #now: () => number;

  constructor(lifeSeconds: number, now: () => number = Date.now) {
    this.#lifeMs = lifeSeconds * 1000;
    this.#now = now;
  }

  /** What is known of the token, else what `learn` says. The time runs from the question, not from the answer. */
  recall(token: string, learn: () => Promise<Learned<T>>): Promise<T> {
    const key = createHash('sha256').update(token).digest('base64');
    const known = this.#entries.get(key);
    if (known && this.#now() < known.untilMs) {
      this.#keep(key, known);
      return Promise.resolve(known.value);
    }
    const learning = this.#learning.get(key) ?? this.#learn(key, learn).finally(() => this.#learning.delete(key));
    this.#learning.set(key, learning);
    return learning;
  }

  async #learn(key: string, learn: () => Promise<Learned<T>>): Promise<T> {
    const latestMs = this.#now() + this.#lifeMs;
    const { value, untilMs } = await learn();
    this.#keep(key, { value, untilMs: Math.min(untilMs, latestMs) });
    return value;
  }

  #keep(key: string, learned: Learned<T>): void {
    this.#entries.delete(key);
    this.#entries.set(key, learned);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > MAX_ENTRIES && oldest !== undefined) this.#entries.delete(oldest);
  }
}
