import { SNIFF_BYTES, sniffMediaType } from '../media-type.ts';
import type { MediaTypeHint } from '../media-type.ts';

/** Keeps the first and last bytes of a stream that passes by, which tell its type. */
export class StreamEnds {
  #head = Buffer.alloc(0);
  #tail = Buffer.alloc(0);

  add(chunk: Buffer): void {
    if (this.#head.length < SNIFF_BYTES) {
      this.#head = Buffer.concat([this.#head, chunk.subarray(0, SNIFF_BYTES - this.#head.length)]);
    }
    const missing = Math.max(0, SNIFF_BYTES - chunk.length);
    const before = missing === 0 ? this.#tail.subarray(0, 0) : this.#tail.subarray(-missing);
    // A copy, so that the tail does not hold whole chunks in memory.
    this.#tail = Buffer.concat([before, chunk.subarray(-SNIFF_BYTES)]);
  }

  mediaType(hint: MediaTypeHint): string {
    return sniffMediaType(this.#head, hint, this.#tail);
  }
}
