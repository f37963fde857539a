/** What a request may ask of any engine. An option that a format or an engine has no use for changes nothing. */

export interface PageRange {
  /** From 1. */
  readonly first: number;
  /** Inclusive. */
  readonly last: number;
}

export interface ParseOptions {
  /** Pages wanted, ascending and apart; `null` for all. Page numbers of the result are those of the source. */
  readonly page_range: readonly PageRange[] | null;
  /** At most so many of the wanted pages; `null` for all. What is left out is told by a warning `pages_omitted`. */
  readonly max_pages: number | null;
  /** BCP 47 tags of the languages to expect where text must be recognised; empty: whatever the engine finds. */
  readonly languages: readonly string[];
  /** `extract`: pictures become files beside the Markdown, which links to them; `omit`: only their alternative text stays. */
  readonly images: 'extract' | 'omit';
  /** `auto`: a table with merged cells becomes an HTML table; `pipe`: always a pipe table, merged text repeated. */
  readonly tables: 'auto' | 'pipe';
  /** Comments of reviewers. */
  readonly comments: boolean;
  /** Tracked changes: `true` shows insertions and deletions as such, `false` reads the text as if all were accepted. */
  readonly tracked_changes: boolean;
  /** Hidden sheets, rows, columns and slides. */
  readonly hidden: boolean;
  /** Speaker notes. */
  readonly notes: boolean;
  /**
   * `use`: what the same bytes, engine and options gave before is taken again; `refresh`: they are parsed anew, and what
   * comes of it is taken from then on.
   */
  readonly cache: 'use' | 'refresh';
  /** What concerns engines of a provider alone, which are paid by the page. */
  readonly cloud: CloudOptions;
}

/** Qualities that the provider offers. Its tier `fast` gives no Markdown and is left out. */
export const CLOUD_TIERS = ['cost_effective', 'agentic', 'agentic_plus'] as const;
export type CloudTier = (typeof CLOUD_TIERS)[number];

export interface CloudOptions {
  /** `null`: the installation's. */
  readonly tier: CloudTier | null;
  /** Pay for so many pages at most; `null`: for as many as the installation allows. */
  readonly max_pages: number | null;
}

export const DEFAULT_PARSE_OPTIONS: ParseOptions = {
  page_range: null,
  max_pages: null,
  languages: [],
  images: 'extract',
  tables: 'auto',
  comments: false,
  tracked_changes: false,
  hidden: false,
  notes: true,
  cache: 'use',
  cloud: { tier: null, max_pages: null },
};

/** The pages of a document of `count` pages that the options ask for, ascending, and how many of those they cut off. */
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

/** What a crawl may do. */
export interface CrawlOptions {
  /** Pages wanted: the crawl ends with them. */
  readonly max_pages: number;
  /** Clicks from the start page; what a sitemap names is one click away. */
  readonly max_depth: number;
  /** Of everything that is fetched, unpacked; a page that is cut off at its own limit counts with that. */
  readonly max_bytes: number;
  /** Of one page. */
  readonly max_page_bytes: number;
  /** `host`: the host of the start page, with or without `www.`; `site`: its registrable domain; `path`: its folder. */
  readonly scope: 'host' | 'site' | 'path';
  /** Globs of which one must match; empty: all. They do not concern the start page. */
  readonly include: readonly string[];
  /** Globs of which none may match. */
  readonly exclude: readonly string[];
  readonly sitemaps: boolean;
  /** robots.txt, its pause, and what pages and links ask of robots. */
  readonly respect_robots: boolean;
  /** Whether pages are shown by a browser before they are read; `auto`: those that show little without their scripts. */
  readonly render: 'auto' | 'never' | 'always';
  /** Of the whole crawl. */
  readonly timeout_seconds: number;
  readonly page_timeout_seconds: number;
}

export const DEFAULT_CRAWL_OPTIONS: CrawlOptions = {
  max_pages: 50,
  max_depth: 20,
  max_bytes: 500 * 1024 * 1024,
  max_page_bytes: 20 * 1024 * 1024,
  scope: 'host',
  include: [],
  exclude: [],
  sitemaps: true,
  respect_robots: true,
  render: 'auto',
  timeout_seconds: 3600,
  page_timeout_seconds: 30,
};

/** Why a crawl left a page out. */
export const SKIP_REASONS = [
  // It was not wanted.
  'out_of_scope',
  'excluded',
  'not_included',
  'depth_limit',
  'page_limit',
  'byte_limit',
  'request_limit',
  'time_limit',
  // The site asks robots to leave it out.
  'robots',
  'noindex',
  'nofollow',
  // It has nothing new.
  'duplicate',
  'trap',
  'empty',
  'unsupported_type',
  // It could not be read.
  'not_found',
  'http_status',
  'too_large',
  'timeout',
  'redirects',
  'blocked_address',
  'dns',
  'connect',
  'tls',
  'encoding',
  'corrupt',
  'encrypted',
  'host_unreachable',
  'browser',
  'internal',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];
