/** Input and output of parse engines. Engines know nothing of jobs, storage or HTTP. */
import type { ParseOptions } from '../options.ts';
import type { SafeText } from '../untrusted/markdown.ts';
import type { WarningCode } from './warnings.ts';

export interface ParseInput {
  readonly bytes: Uint8Array;
  /** Sniffed media type, lower case, without parameters: `application/pdf`. */
  readonly mediaType: string;
  /** Charset declared by the sender (HTTP header), lower case, or `null`. */
  readonly charset: string | null;
  /** File name, only as a hint, never used as a path; `null` when there is none. */
  readonly filename: string | null;
  /** URL of the bytes after redirects, the base of relative links. `null` for stored objects. */
  readonly url: string | null;
  readonly options: ParseOptions;
  /**
   * Passwords for a protected PDF, tried in order; absent without `options.password_ref`. Never stored, logged or
   * shown.
   */
  readonly passwords?: readonly string[];
}

export interface Progress {
  readonly completed: number;
  /** `null` while unknown. */
  readonly total: number | null;
  /** Unit as a plural noun: `pages`, `bytes`. */
  readonly unit: string;
  readonly message: string | null;
}

export interface ParseContext {
  /** Aborts the work; engines check it between pages. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** Models and native libraries of document AI; absent when not set up. */
  readonly documentAi?: DocumentAiRuntime | undefined;
}

/** A warning for the reader of the Markdown: dropped text, an unreadable page. */
export interface ParseWarning {
  readonly code: WarningCode;
  readonly message: string;
  /** Affected page, from 1; `null` for the whole document. */
  readonly page: number | null;
}

/** Position of one page in the Markdown: UTF-16 offsets, `start` inclusive, `end` exclusive. */
export interface PageSpan {
  readonly page: number;
  readonly start: number;
  readonly end: number;
}

/** A rectangle on a page as it is displayed: in points, from its upper left corner; y grows downwards. */
export interface PageBox {
  /** From 1. */
  readonly page: number;
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** Where a block of the Markdown is on the pages. */
export interface BlockPlace {
  /** UTF-16 offsets in the Markdown, `end` exclusive. */
  readonly start: number;
  readonly end: number;
  /** More than one for a block that continues on the next page, or in the next column. */
  readonly boxes: readonly PageBox[];
  /** 0..1, how sure its text is: 1 from a text layer. `null` for a picture. */
  readonly confidence: number | null;
}

/** Size of a page as it is displayed, in points. */
export interface PageSize {
  readonly page: number;
  readonly width: number;
  readonly height: number;
}

/** Recognition quality of a page. */
export interface PageQuality {
  readonly page: number;
  /** Whether its text comes from text recognition. */
  readonly ocr: boolean;
  /** 0..1. */
  readonly confidence: number;
  /** Why the confidence is less than 1, as text: `skewed by 2.1°`. */
  readonly reasons: readonly string[];
}

/** A picture of the document. The Markdown links to it as `images/<name>`. */
export interface ParsedImage {
  /** File name, unique within the document: letters, digits, `-`, `_` and a suffix. */
  readonly name: string;
  /** `image/png`, `image/jpeg` or another type that browsers display. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  /** Its page, from 1; `null` for formats without pages. */
  readonly page: number | null;
}

/** A link in a document. */
export interface DocumentLink {
  /** Absolute, http or https. */
  readonly url: string;
  /** Whether it is marked `nofollow`. */
  readonly nofollow: boolean;
}

export interface ParsedDocument {
  readonly markdown: SafeText;
  readonly title: string | null;
  readonly authors: readonly string[];
  /** Declared BCP 47 tag, or `null`. */
  readonly language: string | null;
  /** Declared time of creation or publication, RFC 3339 in UTC, or `null`. */
  readonly createdAt: string | null;
  /** One span per page for paged formats, empty for others. */
  readonly pages: readonly PageSpan[];
  /** Of its blocks, ascending and disjoint, from engines that read pages; empty for others. */
  readonly places: readonly BlockPlace[];
  /** Of the pages that could be read, from engines that read pages; empty for others. */
  readonly pageSizes: readonly PageSize[];
  /** From engines that rate their pages; empty for others. */
  readonly qualities: readonly PageQuality[];
  /** Empty when the options omit them. */
  readonly images: readonly ParsedImage[];
  readonly warnings: readonly ParseWarning[];
  /** From the web crawler, which follows them; empty for others. */
  readonly links: readonly DocumentLink[];
  /** Further metadata of the format, for example `{ description, site_name, canonical_url }`. Values are short. */
  readonly properties: Readonly<Record<string, string>>;
}

/**
 * One engine: a function from bytes to a document. Throws `ServiceError` with `encrypted`, `corrupt`, `empty`,
 * `unsupported_type`, `too_large` or `output_too_large`.
 */
export type ParseEngine = (input: ParseInput, context: ParseContext) => Promise<ParsedDocument>;

/** Where the libraries and models are, and how many threads recognize side by side. */
export interface DocumentAiRuntime {
  readonly directory: string;
  readonly threads: number;
}
