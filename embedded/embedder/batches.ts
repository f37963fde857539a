/** Puts the texts of all requests in an order, and runs them in small batches. */
import type { LoadedModel, Tokens } from './model.ts';

/** Texts of a batch. More at once take more memory and are not faster. */
const BATCH_TEXTS = 8;

/** Tokens of a batch, padding included: a search that arrives waits for the batch that runs. */
const BATCH_TOKENS = 384;

/** Tokens of a request that goes first. A search sends fewer, for its question and for each of its further steps; ingestion more. */
const SHORT_REQUEST = 1024;

interface Item {
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

/**
 * Short requests, as searches send them, go before long ones, as ingestion sends them. Within a request, texts of similar
 * length share a batch, since the shorter ones are filled up. Results do not depend on the batch.
 */
export class Batches {
  readonly #model: LoadedModel;
  readonly #mostWaiting: number;
  readonly #onBatch: OnBatch;
  #short: Item[] = [];
  #long: Item[] = [];
  #isRunning = false;

  constructor(model: LoadedModel, mostWaiting: number, onBatch: OnBatch) {
    this.#model = model;
    this.#mostWaiting = mostWaiting;
    this.#onBatch = onBatch;
  }

  /** Texts that wait. */
  get waiting(): number {
    return this.#short.length + this.#long.length;
  }

  /**
   * The vectors of the texts, in their order. Rejects with {@link QueueFull}, or with the signal's reason: then what has not
   * begun is dropped.
   */
  async embed(texts: readonly Tokens[], signal: AbortSignal): Promise<Float32Array[]> {
    signal.throwIfAborted();
    if (this.waiting + texts.length > this.#mostWaiting) throw new QueueFull();
    const line = sumOf(texts) <= SHORT_REQUEST ? this.#short : this.#long;
    const leave = Promise.withResolvers<never>();
    const drop = (): void => {
      const isWanted = (item: Item): boolean => item.signal !== signal;
      this.#short = this.#short.filter(isWanted);
      this.#long = this.#long.filter(isWanted);
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
            line.push({ tokens, signal, done, fail });
          }),
      );
      void this.#run();
      await Promise.race([Promise.all(all), leave.promise]);
      return vectors;
    } finally {
      signal.removeEventListener('abort', drop);
    }
  }

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
    }
    this.#isRunning = false;
  }

  /** The next texts to run; none when nothing waits. */
  #next(): Item[] {
    const line = this.#short.length > 0 ? this.#short : this.#long;
    let longest = 0;
    let count = 0;
    for (const { tokens } of line.slice(0, BATCH_TEXTS)) {
      longest = Math.max(longest, tokens.length);
      if (count > 0 && longest * (count + 1) > BATCH_TOKENS) break;
      count++;
    }
    return line.splice(0, count);
  }
}

function sumOf(texts: readonly Tokens[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}
