/** Moves what a converter delivers into the object store. */
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import type { ObjectStore } from '../../../platform/objects/index.ts';

/**
 * Content up to this size is buffered and stored while the converter continues, this many bytes at a time. Larger
 * content streams.
 */
const MAX_BUFFERED = 2 * 1024 * 1024;

/** Stores the outputs of one converter request, without holding the converter longer than needed. */
export class OutputKeeper {
  readonly #objects: Pick<ObjectStore, 'put' | 'putStream'>;
  readonly #signal: AbortSignal;
  #puts: Promise<void>[] = [];
  #buffered = 0;

  constructor(objects: Pick<ObjectStore, 'put' | 'putStream'>, signal: AbortSignal) {
    this.#objects = objects;
    this.#signal = signal;
  }

  /** Takes content of the given size; resolves when it has been read. */
  async keep(key: string, contentType: string, content: Readable, bytes: number): Promise<void> {
    if (bytes > MAX_BUFFERED) {
      await this.#objects.putStream(key, content, contentType, { maxBytes: bytes, signal: this.#signal });
      return;
    }
    if (this.#buffered + bytes > MAX_BUFFERED) await this.done();
    this.#buffered += bytes;
    const put = this.#objects.put(key, await buffer(content), contentType);
    // `done` awaits it; until then it must not count as an unhandled rejection.
    put.catch(() => {});
    this.#puts.push(put);
  }

  /** Resolves when everything is in the store. */
  async done(): Promise<void> {
    const puts = this.#puts;
    this.#puts = [];
    this.#buffered = 0;
    await Promise.all(puts);
  }
}
