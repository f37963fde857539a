/**
 * Limits the Markdown of one conversion. A small file can repeat content a million times, so all code that assembles
 * Markdown checks this limit as it goes: oversized output is never held as a whole.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { ServiceError } from '../../../errors/index.ts';

/** Limit of a conversion outside {@link withOutputLimit}. */
export const DEFAULT_MAX_MARKDOWN_BYTES = 64 * 1024 * 1024;

const BETWEEN = '\n\n';

const limits = new AsyncLocalStorage<number>();

/** Minimum limit as a multiple of the source size: a long text is not a bomb and may grow by UTF-8 and escapes. */
const TIMES_SOURCE = 2;

/** The setting, or twice the size of the source if larger. */
export function outputLimitOf(sourceBytes: number, maxMarkdownBytes: number): number {
  return Math.max(TIMES_SOURCE * sourceBytes, maxMarkdownBytes);
}

/** Runs synchronous or asynchronous work with an output limit of `maxBytes`. */
export function withOutputLimit<T>(maxBytes: number, work: () => T): T {
  return limits.run(maxBytes, work);
}

/** Output limit of the running conversion, in bytes. */
export function outputLimit(): number {
  return limits.getStore() ?? DEFAULT_MAX_MARKDOWN_BYTES;
}

/**
 * Throws `output_too_large` when Markdown of `units` UTF-16 units, and so of at least as many bytes, exceeds the
 * limit.
 */
export function assertOutput(units: number): void {
  const limit = outputLimit();
  if (units > limit) throw outputTooLarge(limit);
}

/** Throws `output_too_large` when finished Markdown has more than `maxBytes` bytes. */
export function assertMarkdown(markdown: string, maxBytes: number): void {
  if (Buffer.byteLength(markdown) > maxBytes) throw outputTooLarge(maxBytes);
}

/** Joins `write` of each item, called only while the output is within the limit. Throws `output_too_large`. */
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

/** Share of the limit reserved for the headings of omitted sections. */
const RESERVED = 1 / 16;

/** Collects the sections of a document within the limit. */
export class Sections {
  readonly #sections: string[] = [];
  readonly #limit = outputLimit();
  #bytes = 0;

  get isEmpty(): boolean {
    return this.#sections.length === 0;
  }

  /** Bytes available for an optional section. */
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

  /**
   * Adds the non-empty parts, preceded by the heading if there are any. Each is written only while the output is
   * within the limit.
   */
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

  /** The sections, separated by blank lines. */
  join(): string {
    return this.#sections.join(BETWEEN);
  }
}

function outputTooLarge(limit: number): ServiceError {
  return new ServiceError('output_too_large', `The document comes to more than ${limit} bytes of Markdown.`, {
    limit_bytes: limit,
  });
}
