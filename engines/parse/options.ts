/**
 * Parse options of a request. Options that do not apply to a format or an engine are ignored.
 * @deterministic
 */

export interface PageRange {
  /** From 1. */
  readonly first: number;
  /** Inclusive. */
  readonly last: number;
}

export const OCR_MODES = ['auto', 'force', 'off'] as const;
export type Ocr = (typeof OCR_MODES)[number];

export const IMAGE_MODES = ['extract', 'omit'] as const;
export const TABLE_MODES = ['auto', 'pipe'] as const;
export const ARCHIVE_MODES = ['document', 'documents'] as const;
export const HEADER_MODES = ['first', 'keep', 'drop'] as const;

export interface ParseOptions {
  /** Requested pages, ascending and disjoint; `null` for all. Page numbers in the result are those of the source. */
  readonly page_range: readonly PageRange[] | null;
  /** Maximum number of requested pages; `null` for all. Omitted pages give a warning `pages_omitted`. */
  readonly max_pages: number | null;
  /** BCP 47 tags of the expected languages for text recognition; empty: the engine detects them. */
  readonly languages: readonly string[];
  /**
   * `auto`: pages without a usable text layer are recognized, where document AI is available; `force`: all pages are;
   * `off`: none is.
   */
  readonly ocr: Ocr;
  /** `extract`: images become separate files, linked from the Markdown; `omit`: only their alternative text remains. */
  readonly images: (typeof IMAGE_MODES)[number];
  /**
   * `auto`: a table with merged cells becomes an HTML table; `pipe`: always a pipe table, with merged text repeated.
   */
  readonly tables: (typeof TABLE_MODES)[number];
  /**
   * Running heads and feet of pages. `first`: those of page 1, as its letterhead, but not their page numbers; `keep`:
   * all, and line numbers; `drop`: none.
   */
  readonly headers: (typeof HEADER_MODES)[number];
  /** Of web pages: `true` reads the main content, `false` all of the page. */
  readonly main_content: boolean;
  /** Charset of a text, whatever it declares itself; `null`: declared, proven or guessed. */
  readonly charset: string | null;
  /** Name of the secret with the password of a PDF; `null`: none. */
  readonly password_ref: string | null;
  /** Of a ZIP, TAR or 7-Zip archive: one document with a section for each file, or a document of each file. */
  readonly archive: (typeof ARCHIVE_MODES)[number];
  /** Comments of reviewers. */
  readonly comments: boolean;
  /** Tracked changes: `true` marks insertions and deletions, `false` reads the text as if all were accepted. */
  readonly tracked_changes: boolean;
  /** Hidden sheets, rows, columns, slides, shapes and text. */
  readonly hidden: boolean;
  /** Speaker notes. */
  readonly notes: boolean;
  /**
   * `use`: reuses the result of the same bytes, engine and options; `refresh`: parses again and replaces the cached
   * result.
   */
  readonly cache: 'use' | 'refresh';
  /** Formats to make besides the Markdown. */
  readonly formats: readonly Format[];
  /** Options of provider engines, which are paid per page. */
  readonly cloud: CloudOptions;
}

/** Quality tiers of the provider, without `fast`, which returns no Markdown. */
export const CLOUD_TIERS = ['cost_effective', 'agentic', 'agentic_plus'] as const;
export type CloudTier = (typeof CLOUD_TIERS)[number];

export interface CloudOptions {
  /** `null`: the installation's default. */
  readonly tier: CloudTier | null;
  /** Maximum number of pages to pay for; `null`: the installation's limit. */
  readonly max_pages: number | null;
}

export const DEFAULT_PARSE_OPTIONS: ParseOptions = {
  ocr: 'auto',
  page_range: null,
  max_pages: null,
  languages: [],
  images: 'extract',
  tables: 'auto',
  headers: 'first',
  main_content: true,
  charset: null,
  password_ref: null,
  archive: 'document',
  comments: false,
  tracked_changes: false,
  hidden: false,
  notes: true,
  cache: 'use',
  formats: ['markdown'],
  cloud: { tier: null, max_pages: null },
};

/** Options of how a URL is fetched. */
const FETCH_OPTIONS = ['max_age_seconds', 'request_headers', 'wait_for', 'screenshot'] as const;
export type FetchOption = (typeof FETCH_OPTIONS)[number];

export const isFetchOption = (option: string): option is FetchOption => FETCH_OPTIONS.some((name) => name === option);

/** All options of a request: those of engines, of fetching, of crawls, and of each attempt. */
export type RequestOption = keyof ParseOptions | FetchOption | 'crawl' | 'timeout_seconds';

const ARCHIVE_TYPES: ReadonlySet<string> = new Set([
  'application/zip',
  'application/x-tar',
  'application/x-7z-compressed',
  'application/gzip',
]);

export const isArchive = (mediaType: string): boolean => ARCHIVE_TYPES.has(mediaType);

/** Whether the files of a source of this type become documents of their own. */
export const isUnpacked = ({ archive }: Pick<ParseOptions, 'archive'>, mediaType: string): boolean =>
  archive === 'documents' && isArchive(mediaType);

/** All options of a job; one that an earlier release started has stored fewer. */
export function completeOptions(stored: Partial<ParseOptions>): ParseOptions {
  return { ...DEFAULT_PARSE_OPTIONS, ...stored };
}

/** The requested pages of a document of `count` pages, ascending, and how many of them the limit omits. */
export function wantedPages(
  { page_range, max_pages }: Pick<ParseOptions, 'page_range' | 'max_pages'>,
  count: number,
): { readonly pages: readonly number[]; readonly omitted: number } {
  const pages: number[] = [];
  for (const { first, last } of page_range ?? [{ first: 1, last: count }]) {
    for (let page = first; page <= Math.min(last, count); page++) pages.push(page);
  }
  const kept = max_pages === null ? pages : pages.slice(0, max_pages);
  return { pages: kept, omitted: pages.length - kept.length };
}

/** `markdown` is what engines make; the others are made of it. */
export const FORMATS = ['markdown', 'blocks', 'html', 'text', 'chunks', 'links', 'tables', 'zip'] as const;
export type Format = (typeof FORMATS)[number];

/** What becomes a file of its own besides the Markdown. */
export type MadeFormat = Exclude<Format, 'markdown'>;

/** Kinds of the blocks that the format `blocks` consists of. */
export const BLOCK_TYPES = [
  'heading',
  'paragraph',
  'list_item',
  'table',
  'code',
  'formula',
  'picture',
  'quote',
  'footnote',
] as const;
export type BlockType = (typeof BLOCK_TYPES)[number];
