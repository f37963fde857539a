/** Collects the text of a file that is made of a document, within a limit. */
import { ServiceError } from '../../../errors/index.ts';
import { outputLimit } from './output-limit.ts';

/** How often as long as Markdown such a file may be: of tables with short cells, JSON is some 30 times the text. */
const TIMES_MARKDOWN = 4;

/** Parts are encoded when they have this many characters. */
const BATCH = 1024 * 1024;

export class FileOutput {
  readonly #name: string;
  readonly #limit = TIMES_MARKDOWN * outputLimit();
  readonly #encoded: Uint8Array[] = [];
  #pending: string[] = [];
  #characters = 0;
  #bytes = 0;

  /** `name` is that of the file, for people. */
  constructor(name: string) {
    this.#name = name;
  }

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
      throw new ServiceError('output_too_large', `The file ${this.#name} would exceed ${this.#limit} bytes.`, {
        limit_bytes: this.#limit,
      });
    }
    this.#encoded.push(part);
  }
}
