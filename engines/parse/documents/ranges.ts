/**
 * Converts long documents in page ranges: the parts are converted separately, by any process in any order, and
 * joined.
 */
import type { PageRange } from '../options.ts';
import type { ParseContext, ParsedDocument, ParsedImage, ParseInput } from './types.ts';

/** Result of surveying all pages, and the ranges to convert. The bytes are opaque: store, do not read. */
export interface LongDocument {
  readonly survey: Uint8Array;
  /** Ascending and disjoint. */
  readonly ranges: readonly DocumentRange[];
}

export interface DocumentRange extends PageRange {
  /** Number of requested pages. */
  readonly pages: number;
}

/** One range, converted. */
export interface DocumentPart {
  /** Opaque to others. */
  readonly content: Uint8Array;
  /** Named by content, so a picture in two ranges has one name. */
  readonly images: readonly ParsedImage[];
}

/**
 * The joined parts of all ranges equal the document that the engine makes as a whole. Throws what the engine throws
 * ({@link ParseEngine}).
 */
export interface RangedConverter {
  /** `null` when the document is short enough to be converted as a whole. Progress counts half of the pages. */
  readonly begin: (input: ParseInput, context: ParseContext) => Promise<LongDocument | null>;
  /** Progress counts the pages of the range. */
  readonly convert: (
    input: ParseInput,
    survey: Uint8Array,
    range: DocumentRange,
    context: ParseContext,
  ) => Promise<DocumentPart>;
  /** `parts` are the contents in the order of the ranges. Returns no pictures, which came with the parts. */
  readonly join: (
    input: Omit<ParseInput, 'bytes'>,
    survey: Uint8Array,
    parts: readonly Uint8Array[],
  ) => Promise<ParsedDocument>;
}
