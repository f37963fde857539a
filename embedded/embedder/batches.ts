/** Puts the texts of all requests in an order, and runs them in small batches. */
import { setImmediate } from 'node:timers/promises';
import type { LoadedModel, Tokens } from './model.ts';

/** Texts of a batch. More at once take more memory and are not faster. */
const BATCH_TEXTS = 8;

/**
 * Tokens of a batch, padding included. A search that arrives waits for the batch that runs, which cannot be
 * interrupted: on two cores, 384 tokens of short texts take 57 ms and 128 take 25, which is a sixth more for each
 * token.
 */
const BATCH_TOKENS = { short: 128, long: 384 };

/**
 * Tokens of a request that goes first. A search sends fewer, for its question and for each of its further steps;
 * ingestion more.
 */
const SHORT_REQUEST = 1024;

/** How long it counts what a key was served. */
const HALF_LIFE_MS = 10_000;

/** Turns of the event loop in which a request is read: its connection, its headers, its body. */
const TURNS_TO_READ = 3;

interface Item {
  /** Whose text it is: see {@link Batches.embed}. */
  readonly key: string;
  readonly tokens: Tokens;
  readonly signal: AbortSignal;
  readonly done: (vector: Float32Array) => void;
  readonly fail: (error: unknown) => void;
}

/** Called with each batch that was run. */
export type OnBatch = (texts: number, tokens: number, seconds: number) => void;

/** There is no room for more texts. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

/** Texts that wait, by key. */
class Line {
  readonly #batchTokens: number;
  readonly #items = new Map<string, Item[]>();
  /** How many wait. */
  size = 0;

  constructor(batchTokens: number) {
    this.#batchTokens = batchTokens;
  }

  push(item: Item): void {
    this.size++;
    const own = this.#items.get(item.key);
    if (own) own.push(item);
    else this.#items.set(item.key, [item]);
  }

  drop(signal: AbortSignal): void {
    for (const [key, items] of this.#items) {
      const left = items.filter((item) => item.signal !== signal);
      this.size -= items.length - left.length;
      if (left.length > 0) this.#items.set(key, left);
      else this.#items.delete(key);
    }
  }

  /** A batch of the key that was served least; none when nothing waits. */
  take(served: ReadonlyMap<string, number>): Item[] {
    let next: string | undefined;
    let least = Infinity;
    for (const key of this.#items.keys()) {
      const tokens = served.get(key) ?? 0;
      if (tokens >= least) continue;
      [next, least] = [key, tokens];
    }
    if (next === undefined) return [];
    const items = this.#items.get(next) ?? [];
    const batch = items.splice(0, this.#fitting(items));
    this.size -= batch.length;
    if (items.length === 0) this.#items.delete(next);
    return batch;
  }

  /** How many of the first texts fit in a batch. */
  #fitting(items: readonly Item[]): number {
    let longest = 0;
    let count = 0;
    for (const { tokens } of items.slice(0, BATCH_TEXTS)) {
      longest = Math.max(longest, tokens.length);
      if (count > 0 && longest * (count + 1) > this.#batchTokens) break;
      count++;
    }
    return count;
  }
}

/**
 * Short requests, as searches send them, go before long ones, as ingestion sends them; among them, those of the key
 * that was served the fewest tokens of late. Within a request, texts of similar length share a batch, since the shorter
 * ones are filled up. Results do not depend on the batch.
 */
export class Batches {
  readonly #model: LoadedModel;
  readonly #mostWaiting: number;
  readonly #onBatch: OnBatch;
  readonly #short = new Line(BATCH_TOKENS.short);
  readonly #long = new Line(BATCH_TOKENS.long);
  /** Tokens that each key was served, halved every {@link HALF_LIFE_MS}. */
  readonly #served = new Map<string, number>();
  #halvedAt = performance.now();
  #isRunning = false;

  constructor(model: LoadedModel, mostWaiting: number, onBatch: OnBatch) {
    this.#model = model;
    this.#mostWaiting = mostWaiting;
    this.#onBatch = onBatch;
  }

  /** Texts that wait. */
  get waiting(): number {
    return this.#short.size + this.#long.size;
  }

  /**
   * The vectors of the texts, in their order. Requests with one key are those of one tenant. Rejects with {@link
   * QueueFull}, or with the signal's reason: then what has not begun is dropped.
   */
  async embed(texts: readonly Tokens[], key: string, signal: AbortSignal): Promise<Float32Array[]> {
    signal.throwIfAborted();
    if (this.waiting + texts.length > this.#mostWaiting) throw new QueueFull();
    const line = sumOf(texts) <= SHORT_REQUEST ? this.#short : this.#long;
    const leave = Promise.withResolvers<never>();
    const drop = (): void => {
      line.drop(signal);
      leave.reject(signal.reason);
    };
    signal.addEventListener('abort', drop, { once: true });
    try {
      const vectors: Float32Array[] = [];
      const inOrder = texts.map((tokens, at) => ({ tokens, at })).sort((a, b) => a.tokens.length - b.tokens.length);
      const all = inOrder.map(
        ({ tokens, at }) =>
          new Promise<void>((resolve, fail) => {
            const done = (vector: Float32Array): void => {
              vectors[at] = vector;
              resolve();
            };
            line.push({ key, tokens, signal, done, fail });
          }),
      );
      void this.#run();
      await Promise.race([Promise.all(all), leave.promise]);
      return vectors;
    } finally {
      signal.removeEventListener('abort', drop);
    }
  }

  /**
   * The runtime runs one batch at a time, and nothing else of the process meanwhile. Between two, requests that have
   * arrived are read, so that those that go first do.
   */
  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (let batch = this.#next(); batch.length > 0; batch = this.#next()) {
      const texts = batch.map(({ tokens }) => tokens);
      const began = performance.now();
      try {
        const vectors = await this.#model.embed(texts);
        vectors.forEach((vector, at) => batch[at]?.done(vector));
      } catch (error) {
        for (const item of batch) item.fail(error);
      }
      this.#onBatch(batch.length, sumOf(texts), (performance.now() - began) / 1000);
      for (let turn = 0; turn < TURNS_TO_READ; turn++) await setImmediate();
    }
    this.#isRunning = false;
  }

  #next(): Item[] {
    this.#forget();
    const batch = (this.#short.size > 0 ? this.#short : this.#long).take(this.#served);
    for (const { key, tokens } of batch) this.#served.set(key, (this.#served.get(key) ?? 0) + tokens.length);
    return batch;
  }

  #forget(): void {
    if (performance.now() - this.#halvedAt < HALF_LIFE_MS) return;
    this.#halvedAt = performance.now();
    for (const [key, tokens] of this.#served) {
      if (tokens > 1) this.#served.set(key, tokens / 2);
      else this.#served.delete(key);
    }
  }
}

function sumOf(texts: readonly Tokens[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}
