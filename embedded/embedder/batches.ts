/** Puts the texts of all requests in an order, and runs them in small batches. */
import type { LoadedModel, Tokens } from './model.ts';

/** Texts of a batch. More at once take more memory and are not faster. */
const BATCH_TEXTS = 8;

/** Tokens of a batch, padding included: a search that arrives waits for the batch that runs. */
const BATCH_TOKENS = 384;

/** Batches that run at once: two share the processors, so that a search waits for no batch of another tenant. */
const AT_ONCE = 2;

/** Tokens of a request that goes first. A search sends fewer, for its question and for each of its further steps; ingestion more. */
const SHORT_REQUEST = 1024;

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

/** Texts that wait, by key, the keys in the order in which they are served next. */
class Line {
  readonly #items = new Map<string, Item[]>();

  get size(): number {
    return [...this.#items.values()].reduce((sum, { length }) => sum + length, 0);
  }

  push(item: Item): void {
    const own = this.#items.get(item.key);
    if (own) own.push(item);
    else this.#items.set(item.key, [item]);
  }

  drop(signal: AbortSignal): void {
    for (const [key, items] of this.#items) {
      const left = items.filter((item) => item.signal !== signal);
      if (left.length > 0) this.#items.set(key, left);
      else this.#items.delete(key);
    }
  }

  /** A batch of the next key that is not running; none when nothing waits. */
  take(running: ReadonlySet<string>): Item[] {
    const [key] = [...this.#items.keys()].filter((other) => !running.has(other));
    if (key === undefined) return [];
    const items = this.#items.get(key) ?? [];
    const batch = items.splice(0, countOf(items));
    this.#items.delete(key);
    if (items.length > 0) this.#items.set(key, items);
    return batch;
  }
}

/** How many of the first texts fit in a batch. */
function countOf(items: readonly Item[]): number {
  let longest = 0;
  let count = 0;
  for (const { tokens } of items.slice(0, BATCH_TEXTS)) {
    longest = Math.max(longest, tokens.length);
    if (count > 0 && longest * (count + 1) > BATCH_TOKENS) break;
    count++;
  }
  return count;
}

/**
 * Short requests, as searches send them, go before long ones, as ingestion sends them; among them keys take turns. A short request of
 * another key than the one that runs is run beside it. Within a request, texts of similar length share a batch, since the shorter ones
 * are filled up. Results do not depend on the batch.
 */
export class Batches {
  readonly #model: LoadedModel;
  readonly #mostWaiting: number;
  readonly #onBatch: OnBatch;
  readonly #short = new Line();
  readonly #long = new Line();
  /** Keys of the batches that run: one, and one beside it. */
  readonly #running = new Set<string>();

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
   * The vectors of the texts, in their order. Requests with one key are those of one tenant. Rejects with {@link QueueFull}, or with the
   * signal's reason: then what has not begun is dropped.
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
      this.#serve();
      await Promise.race([Promise.all(all), leave.promise]);
      return vectors;
    } finally {
      signal.removeEventListener('abort', drop);
    }
  }

  #serve(): void {
    while (this.#running.size < AT_ONCE) {
      const isFirst = this.#running.size === 0;
      const short = this.#short.take(this.#running);
      const batch = short.length === 0 && isFirst ? this.#long.take(this.#running) : short;
      const [first] = batch;
      if (first === undefined) return;
      this.#running.add(first.key);
      void this.#run(batch).then(() => {
        this.#running.delete(first.key);
        this.#serve();
      });
    }
  }

  async #run(batch: readonly Item[]): Promise<void> {
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
}

function sumOf(texts: readonly Tokens[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}
