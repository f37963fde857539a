/** Test data for large uploads. */
import { createHash, randomFillSync } from 'node:crypto';

const MIB = 1024 ** 2;

/** A file too large for memory: a repeated block of noise, each with a unique start. */
export class Source {
  readonly #bytes: number;
  readonly #block = randomFillSync(new Uint8Array(MIB));

  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /** `partBytes` must be a multiple of 1 MiB. */
  part(partNumber: number, partBytes: number): Uint8Array<ArrayBuffer> {
    const begin = (partNumber - 1) * partBytes;
    const part = new Uint8Array(Math.min(partBytes, this.#bytes - begin));
    for (let offset = 0; offset < part.length; offset += MIB) {
      part.set(this.#block.subarray(0, Math.min(MIB, part.length - offset)), offset);
      const view = new DataView(part.buffer, offset);
      if (view.byteLength >= 8) view.setFloat64(0, begin + offset);
    }
    return part;
  }

  sha256(): string {
    const hash = createHash('sha256');
    for (let number = 1; (number - 1) * MIB < this.#bytes; number++) hash.update(this.part(number, MIB));
    return hash.digest('hex');
  }
}
