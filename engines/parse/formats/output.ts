/** Collects the text of one format, within a limit. */
import { ServiceError } from '../../../errors/index.ts';
import { outputLimit } from '../output-limit.ts';

/** How often as long as Markdown may be the text of a format: of tables with short cells, JSON is some 30 times the text. */
const TIMES_MARKDOWN = 4;

/** Parts are encoded when they have this many characters. */
const BATCH = 1024 * 1024;

export class FormatOutput {
  readonly #limit = TIMES_MARKDOWN * outputLimit();
  readonly #encoded: Uint8Array[] = [];
  #pending: string[] = [];
  #characters = 0;
  #bytes = 0;

  /** Throws `output_too_large`. */
  add(text: string): void {
    this.#pending.push(text);
    this.#characters += text.length;
    if (this.#characters > BATCH) this.#encode();
  }

  /** In UTF-8. Throws `output_too_large`. */
  bytes(): Uint8Array {
    this.#encode();
    return Buffer.concat(this.#encoded);
  }

  #encode(): void {
    const part = Buffer.from(this.#pending.join(''));
    this.#pending = [];
    this.#characters = 0;
    this.#bytes += part.byteLength;
    if (this.#bytes > this.#limit) {
      throw new ServiceError('output_too_large', `A format of the document comes to more than ${this.#limit} bytes.`, {
        limit_bytes: this.#limit,
      });
    }
    this.#encoded.push(part);
  }
}
