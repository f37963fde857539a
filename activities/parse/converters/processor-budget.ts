/** How much processor time an engine request may use. */
import type { Progress } from '../../../engines/parse/documents/index.ts';
import type { WorkSource } from './engine-work.ts';

interface Rates {
  /** For every request: the cost of loading an engine and of the first page. */
  readonly baseMs: number;
  readonly perMiBMs: number;
  readonly perPageMs: number;
}

/**
 * At least ten times the measured maximum, to leave room for slower machines and unusual documents. Measured on a
 * processor of 2025 with the fixtures and 113 third-party documents and pages. Maxima of the converters that need no
 * models: 0.44 s for the first document of a process; 280 ms per MiB (an HTML table; HTML 126, CSV 51, JSON 18, plain
 * text 4); 56 ms per page (a PDF of dense drawings; usually 5 to 20).
 */
const CONVERTER: Rates = { baseMs: 10_000, perMiBMs: 3000, perPageMs: 1000 };

/** The same for document AI. Its models take up to 6 s, summed over all processors, to load, and 3 s per page. */
const DOCUMENT_AI: Rates = { baseMs: 60_000, perMiBMs: 3000, perPageMs: 30_000 };

/**
 * Compressed documents hold more than their size suggests. Archives, office files and books usually unpack to five
 * times their size. Files that unpack to more, such as zip bombs, get no more time for it.
 */
const PACKED_FACTOR = 5;
const PACKED = /^application\/(?:epub\+zip|zip|gzip|x-7z-compressed|vnd\.(?:openxmlformats|oasis|apple)\b.*)$/;

const MIB = 1024 ** 2;

/** The processor time budget of a request, in milliseconds. It grows with the pages that progress reports. */
export class ProcessorBudget {
  readonly #rates: Rates;
  #ms: number;
  #completed = 0;

  /** `bytes` is the size of the request's inputs. */
  constructor(source: WorkSource, mediaType: string, bytes: number) {
    this.#rates = source === 'document_ai_converter' ? DOCUMENT_AI : CONVERTER;
    const unpacked = PACKED.test(mediaType) ? bytes * PACKED_FACTOR : bytes;
    this.#ms = this.#rates.baseMs + (unpacked / MIB) * this.#rates.perMiBMs;
  }

  get ms(): number {
    return this.#ms;
  }

  /** Counts only finished pages: a document's own page count adds no time. */
  add({ unit, completed }: Progress): void {
    if (unit !== 'pages') return;
    // Embedded documents count their pages one after the other, each from the beginning.
    const done = completed < this.#completed ? completed : completed - this.#completed;
    this.#completed = completed;
    this.#ms += done * this.#rates.perPageMs;
  }
}
