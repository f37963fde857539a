/** What a parse engine is given and what it returns. Engines know nothing of jobs, storage or HTTP. */
import type { ParseOptions } from './options.ts';
import type { SafeText } from './untrusted/markdown.ts';

export interface ParseInput {
  readonly bytes: Uint8Array;
  /** Sniffed media type, lower case, without parameters: `application/pdf`. */
  readonly mediaType: string;
  /** Charset the sender declared (HTTP header), lower case, or `null`. */
  readonly charset: string | null;
  /** Name the file was given, for hints only, never used as a path; `null` when there is none. */
  readonly filename: string | null;
  /** Address the bytes came from after redirects: the base of relative links. `null` for stored objects. */
  readonly url: string | null;
  readonly options: ParseOptions;
}

export interface Progress {
  readonly completed: number;
  /** `null` while it is not known. */
  readonly total: number | null;
  /** Plural noun of what is counted: `pages`, `bytes`. */
  readonly unit: string;
  readonly message: string | null;
}

export interface ParseContext {
  /** Aborts the work; engines check it between pages. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** Models and native libraries of document AI; absent where they are not set up. */
  readonly documentAi?: DocumentAiRuntime | undefined;
}

/** Something the reader of the Markdown should know: text that was dropped, a page that could not be read. */
export interface ParseWarning {
  /** Stable lower-case code: `page_unreadable`. */
  readonly code: string;
  readonly message: string;
  /** Page it concerns, from 1; `null` for the whole document. */
  readonly page: number | null;
}

/** Where one page stands in the Markdown: UTF-16 offsets, `start` inclusive, `end` exclusive. */
export interface PageSpan {
  readonly page: number;
  readonly start: number;
  readonly end: number;
}

/** How far a page can be trusted. */
export interface PageQuality {
  readonly page: number;
  /** Whether its text was recognised from pixels. */
  readonly ocr: boolean;
  /** 0..1. */
  readonly confidence: number;
  /** Why it is less than 1, for people: `skewed by 2.1°`. */
  readonly reasons: readonly string[];
}

/** A picture of the document. The Markdown links to it as `images/<name>`. */
export interface ParsedImage {
  /** File name, unique within the document: letters, digits, `-`, `_` and a suffix. */
  readonly name: string;
  /** `image/png`, `image/jpeg` or another type that browsers show. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  /** Page it stands on, from 1; `null` for formats without pages. */
  readonly page: number | null;
}

/** An address that a document leads to. */
export interface DocumentLink {
  /** Absolute, http or https. */
  readonly url: string;
  /** Whether the document asks robots not to follow it. */
  readonly nofollow: boolean;
}

export interface ParsedDocument {
  readonly markdown: SafeText;
  readonly title: string | null;
  readonly authors: readonly string[];
  /** BCP 47 tag the document declares, or `null`. */
  readonly language: string | null;
  /** RFC 3339 UTC time the document says it was created or published, or `null`. */
  readonly createdAt: string | null;
  /** One span a page for paged formats, empty for the others. */
  readonly pages: readonly PageSpan[];
  /** For engines that judge their pages; empty for the others. */
  readonly qualities: readonly PageQuality[];
  /** Empty when the options omit them. */
  readonly images: readonly ParsedImage[];
  readonly warnings: readonly ParseWarning[];
  /** Of the web crawler, which follows them; empty for the others. */
  readonly links: readonly DocumentLink[];
  /** Further facts the format offers, for example `{ description, site_name, canonical_url }`. Values are short. */
  readonly properties: Readonly<Record<string, string>>;
}

/** One engine: a function from bytes to a document. Throws `ServiceError` with `encrypted`, `corrupt`, `empty`, `unsupported_type`, `too_large` or `output_too_large`. */
export type ParseEngine = (input: ParseInput, context: ParseContext) => Promise<ParsedDocument>;

/** Where the libraries and models are, and how many threads recognise side by side. */
export interface DocumentAiRuntime {
  readonly directory: string;
  readonly threads: number;
}
