import { SNIFF_BYTES, sniffMediaType } from './index.ts';
import type { MediaTypeHint } from './index.ts';

/** Retains the first and last bytes of a passing stream, for type detection. Chunks are referenced, not copied. */
export class StreamEnds {
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  #tail: Buffer[] = [];
  #tailBytes = 0;

  add(chunk: Buffer): void {
    if (this.#headBytes < SNIFF_BYTES) {
      this.#head.push(chunk);
      this.#headBytes += chunk.length;
    }
    this.#tail.push(chunk);
    this.#tailBytes += chunk.length;
    // Cut only now and then, since chunks may be tiny.
    if (this.#tailBytes > 4 * SNIFF_BYTES) this.#cutTail();
  }

  /** The same for large buffers that will be reused: copies their ends. */
  addCopy(bytes: Buffer): void {
    const ends =
      bytes.length > 2 * SNIFF_BYTES ? [bytes.subarray(0, SNIFF_BYTES), bytes.subarray(-SNIFF_BYTES)] : [bytes];
    for (const end of ends) this.add(Buffer.from(end));
  }

  mediaType(hint: MediaTypeHint): string {
    return sniffMediaType(Buffer.concat(this.#head), hint, Buffer.concat(this.#tail));
  }

  #cutTail(): void {
    let first = this.#tail.length;
    let bytes = 0;
    while (first > 0 && bytes < SNIFF_BYTES) bytes += this.#tail[--first]?.length ?? 0;
    this.#tail = this.#tail.slice(first);
    this.#tailBytes = bytes;
  }
}
