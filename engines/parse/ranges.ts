/** Long documents in page ranges: the parts are converted apart, by any process in any order, and joined. */
import type { PageRange } from './options.ts';
import type { ParseContext, ParsedDocument, ParsedImage, ParseInput } from './types.ts';

/** What was found by looking at all pages, and the ranges to convert. The bytes are the converter's own: keep, do not read. */
export interface LongDocument {
  readonly survey: Uint8Array;
  /** Ascending and apart. */
  readonly ranges: readonly DocumentRange[];
}

export interface DocumentRange extends PageRange {
  /** How many of its pages are wanted. */
  readonly pages: number;
}

/** One range, converted. */
export interface DocumentPart {
  /** The converter's own. */
  readonly content: Uint8Array;
  /** Named by what they show: a picture of two ranges has one name. */
  readonly images: readonly ParsedImage[];
}

/**
 * The joined parts of all ranges are exactly the document that the engine makes in one go. Throws what the engine throws
 * ({@link ParseEngine}).
 */
export interface RangedConverter {
  /** `null` when the document is short enough to be converted in one go. Progress counts half of the pages. */
  readonly begin: (input: ParseInput, context: ParseContext) => Promise<LongDocument | null>;
  /** Progress counts the pages of the range. */
  readonly convert: (
    input: ParseInput,
    survey: Uint8Array,
    range: DocumentRange,
    context: ParseContext,
  ) => Promise<DocumentPart>;
  /** `parts` are the contents in the order of the ranges. Without pictures: they came with the parts. */
  readonly join: (
    input: Omit<ParseInput, 'bytes'>,
    survey: Uint8Array,
    parts: readonly Uint8Array[],
  ) => Promise<ParsedDocument>;
}
