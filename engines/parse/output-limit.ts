/**
 * How much Markdown one conversion may make. A small file can be made to say the same thing a million times, so whatever puts
 * Markdown together asks here while it does: what is too large is never held as a whole.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { ServiceError } from '../../errors/index.ts';

/** Of a conversion that runs outside {@link withOutputLimit}. */
export const DEFAULT_MAX_MARKDOWN_BYTES = 64 * 1024 * 1024;

const BETWEEN = '\n\n';

const limits = new AsyncLocalStorage<number>();

/** Of what a source has, so much may come out as Markdown: a long text is no bomb, and may become longer in UTF-8 and by its escapes. */
const TIMES_SOURCE = 2;

/** The setting, or twice the size of the source where that is larger. */
export function outputLimitOf(sourceBytes: number, maxMarkdownBytes: number): number {
  return Math.max(TIMES_SOURCE * sourceBytes, maxMarkdownBytes);
}

/** Runs work, asynchronous work included, in which no piece of Markdown may be larger than so many bytes. */
export function withOutputLimit<T>(maxBytes: number, work: () => T): T {
  return limits.run(maxBytes, work);
}

/** What the running conversion may make, in bytes. */
export function outputLimit(): number {
  return limits.getStore() ?? DEFAULT_MAX_MARKDOWN_BYTES;
}

/** Throws `output_too_large` when Markdown of so many UTF-16 units, which has at least as many bytes, is beyond the limit. */
export function assertOutput(units: number): void {
  const limit = outputLimit();
  if (units > limit) throw outputTooLarge(limit);
}

/** Throws `output_too_large` when finished Markdown has more than so many bytes. */
export function assertMarkdown(markdown: string, maxBytes: number): void {
  if (Buffer.byteLength(markdown) > maxBytes) throw outputTooLarge(maxBytes);
}

/** What `write` makes of the items, each only when those before it are within the limit. Throws `output_too_large`. */
export function joinWithin<T>(items: Iterable<T>, separator: string, write: (item: T) => string): string {
  const limit = outputLimit();
  const parts: string[] = [];
  let units = 0;
  for (const item of items) {
    const part = write(item);
    units += part.length + separator.length;
    if (units > limit + separator.length) throw outputTooLarge(limit);
    parts.push(part);
  }
  return parts.join(separator);
}

/** Of the limit this share is kept for what tells of sections that found no room. */
const RESERVED = 1 / 16;

/** The sections of a document as they come, within the limit together. */
export class Sections {
  readonly #sections: string[] = [];
  readonly #limit = outputLimit();
  #bytes = 0;

  get isEmpty(): boolean {
    return this.#sections.length === 0;
  }

  /** Bytes that a section may take which can be left out. */
  get room(): number {
    return Math.max(0, Math.floor(this.#limit * (1 - RESERVED)) - this.#bytes);
  }

  /** Throws `output_too_large`. */
  add(...sections: readonly string[]): void {
    for (const section of sections) {
      this.#bytes += Buffer.byteLength(section) + BETWEEN.length;
      if (this.#bytes > this.#limit + BETWEEN.length) throw outputTooLarge(this.#limit);
      this.#sections.push(section);
    }
  }

  /** The parts that say something, below a heading unless there is none. Each is written when those before it are within the limit. */
  addBelow(heading: string, parts: Iterable<() => string>): void {
    let isBegun = false;
    for (const write of parts) {
      const part = write();
      if (part === '') continue;
      if (!isBegun) this.add(heading);
      isBegun = true;
      this.add(part);
    }
  }

  /** An empty line between each two. */
  join(): string {
    return this.#sections.join(BETWEEN);
  }
}

function outputTooLarge(limit: number): ServiceError {
  return new ServiceError('output_too_large', `The document comes to more than ${limit} bytes of Markdown.`, {
    limit_bytes: limit,
  });
}
