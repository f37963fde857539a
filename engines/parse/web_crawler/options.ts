/**
 * Options of a crawl, and the reasons for which it skips pages.
 * @deterministic
 */

export interface CrawlOptions {
  /** The crawl ends after this many pages. */
  readonly max_pages: number;
  /** Maximum distance from the start page in links; pages in a sitemap have distance one. */
  readonly max_depth: number;
  /** Limit on everything fetched, decompressed; a page truncated at its own limit counts with that limit. */
  readonly max_bytes: number;
  /** Limit on one page. */
  readonly max_page_bytes: number;
  /** `host`: the host of the start page, with or without `www.`; `site`: its registrable domain; `path`: its folder. */
  readonly scope: 'host' | 'site' | 'path';
  /** Globs, one of which must match; empty: all. They do not apply to the start page. */
  readonly include: readonly string[];
  /** Globs, none of which may match. */
  readonly exclude: readonly string[];
  readonly sitemaps: boolean;
  /** Whether to obey robots.txt, its crawl delay, and the robots directives of pages and links. */
  readonly respect_robots: boolean;
  /** Whether a browser renders pages before they are read; `auto`: only pages with little text without scripts. */
  readonly render: 'auto' | 'never' | 'always';
  /** Time limit of the whole crawl. */
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

/** Why a crawl skipped a page. */
export const SKIP_REASONS = [
  // Not requested.
  'out_of_scope',
  'excluded',
  'not_included',
  'depth_limit',
  'page_limit',
  'byte_limit',
  'request_limit',
  'time_limit',
  // Excluded by the site's robots rules.
  'robots',
  'noindex',
  'nofollow',
  // Nothing new.
  'duplicate',
  'trap',
  'empty',
  'unsupported_type',
  // Unreadable.
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
