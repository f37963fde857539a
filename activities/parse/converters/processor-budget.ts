/** How much processor time a piece of an engine's work may take. */
import type { ConverterEngineId } from '../../../engines/parse/catalog.ts';
import type { Progress } from '../../../engines/parse/types.ts';

interface Rates {
  /** For every request: what loading an engine and the first page cost. */
  readonly baseMs: number;
  readonly perMiBMs: number;
  readonly perPageMs: number;
}

/**
 * At least ten times the most that was measured (a processor of 2025, fixtures and 113 documents and pages of others): slower
 * machines and odder documents are served, too. Measured at most, of the converters that need no models: 0.44 s for the first
 * document of a process; 280 ms a MiB (an HTML table; HTML 126, CSV 51, JSON 18, plain text 4); 56 ms a page (a PDF of dense
 * drawings; 5 to 20 as a rule).
 */
const CONVERTER: Rates = { baseMs: 10_000, perMiBMs: 3000, perPageMs: 1000 };

/** Document AI, the same way: its models take up to 6 s of all processors together to load, and 3 s for a page. */
const DOCUMENT_AI: Rates = { baseMs: 60_000, perMiBMs: 3000, perPageMs: 30_000 };

/**
 * Packed documents hold more than their size says. Office files and books unpack to five times their bytes as a rule; what
 * claims more, as archives made to exhaust a reader do, gets no more for it.
 */
const PACKED_FACTOR = 5;
const PACKED = /^application\/(?:epub\+zip|zip|gzip|vnd\.(?:openxmlformats|oasis)\b.*)$/;

const MIB = 1024 ** 2;

/** The processor time of a request, in milliseconds: it grows with the pages that its progress tells. */
export class ProcessorBudget {
  readonly #rates: Rates;
  #ms: number;
  #completed = 0;

  /** `bytes` is what the request brings. */
  constructor(engine: ConverterEngineId, mediaType: string, bytes: number) {
    this.#rates = engine === 'document_ai_converter' ? DOCUMENT_AI : CONVERTER;
    const unpacked = PACKED.test(mediaType) ? bytes * PACKED_FACTOR : bytes;
    this.#ms = this.#rates.baseMs + (unpacked / MIB) * this.#rates.perMiBMs;
  }

  get ms(): number {
    return this.#ms;
  }

  /** Each page counts once it is done: pages that a document merely claims to have earn nothing. */
  add({ unit, completed }: Progress): void {
    if (unit !== 'pages') return;
    // Documents within a document count their pages one after the other, each from the beginning.
    const done = completed < this.#completed ? completed : completed - this.#completed;
    this.#completed = completed;
    this.#ms += done * this.#rates.perPageMs;
  }
}
