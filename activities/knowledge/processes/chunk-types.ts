/** Documents and chunks as text processes take and return them. */
import type { NewChunk, graphOf } from '../../../domain/knowledge/cognify/index.ts';
import type { PageSpan } from '../../../domain/knowledge/documents/index.ts';
import type { Language } from '../../../engines/text/stop-words.ts';
import type { ChunkRules } from '../../../engines/text/options.ts';

/** A chunk with all that is derived from it alone, without its vector. */
export type DescribedChunk = Omit<NewChunk, 'vector'>;

/** A document whose Markdown is the input of the request. */
export interface CutRequest {
  readonly title: string | null;
  readonly language: Language;
  readonly pageSpans: readonly PageSpan[];
  /** Whether the rows of its tables become records. */
  readonly structured: boolean;
  readonly rules: ChunkRules;
}

/** A chunk whose names are read. */
export interface ReadableChunk {
  readonly id: bigint;
  /** The name that its title has; empty without one. */
  readonly title: string;
  readonly heading: string;
  readonly body: string;
  /** What it is a record of; `null` for text. */
  readonly recordType: string | null;
  readonly language: Language;
  /** Audience of its document: who may read it, beyond the dataset. */
  readonly audience: bigint | null;
  /** The day on which its document was written, and whether it writes the day before the month; `null`: not known. */
  readonly written: number | null;
  readonly dayFirst: boolean | null;
  /** What a language model found in it, and its name; `null` when none has read it. */
  readonly extracted: (ReturnType<typeof graphOf> & { readonly model: string }) | null;
}
