/** What a converter delivers, on its way into the object store. */
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import type { ObjectStore } from '../../platform/objects/index.ts';

/** Smaller content is kept while the converter goes on, at most so many bytes of it at a time; larger content as a stream. */
const MAX_BUFFERED = 2 * 1024 * 1024;

/** Of one request to a converter, which must not hold it longer than its work. */
export class OutputKeeper {
  readonly #objects: Pick<ObjectStore, 'put' | 'putStream'>;
  readonly #signal: AbortSignal;
  #puts: Promise<void>[] = [];
  #buffered = 0;

  constructor(objects: Pick<ObjectStore, 'put' | 'putStream'>, signal: AbortSignal) {
    this.#objects = objects;
    this.#signal = signal;
  }

  /** Takes content of so many bytes; resolves when it was read. */
  async keep(key: string, contentType: string, content: Readable, bytes: number): Promise<void> {
    if (bytes > MAX_BUFFERED) {
      await this.#objects.putStream(key, content, contentType, { maxBytes: bytes, signal: this.#signal });
      return;
    }
    if (this.#buffered + bytes > MAX_BUFFERED) await this.done();
    this.#buffered += bytes;
    const put = this.#objects.put(key, await buffer(content), contentType);
    // It is waited for by `done`, and must not be called unhandled until then.
    put.catch(() => {});
    this.#puts.push(put);
  }

  /** Resolves when all is in the store. */
  async done(): Promise<void> {
    const puts = this.#puts;
    this.#puts = [];
    this.#buffered = 0;
    await Promise.all(puts);
  }
}
