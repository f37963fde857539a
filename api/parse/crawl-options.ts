/** The options of a crawl. */
import { Type } from 'typebox';
import { DEFAULT_CRAWL_OPTIONS } from '../../engines/parse/options.ts';
import type { Static } from 'typebox';
import { Flag, List, Named, Text, Whole, Word } from '../contract/schema.ts';
import type { ValidationIssue } from '../contract/validation.ts';

const defaults = DEFAULT_CRAWL_OPTIONS;

const PATTERNS = { maxItems: 50 };
/** Every link of a crawl is held against all of them. */
const MAX_PATTERN_CHARACTERS = 2000;
const pattern = (example: string) =>
  Text(
    'A glob: `*` stands for any characters but a slash, `**` for any at all, every other character for itself. Held against the path; with a `?` in it against path and query; with a scheme against the whole address.',
    example,
    { minLength: 1, maxLength: 200 },
  );

export const CrawlOptionsSchema = Named(
  'CrawlOptions',
  'What the engine `web_crawler` may do, from the one address that is the source. What it leaves out is told with a reason in `skipped_pages`.',
  {
    max_pages: Type.Optional(
      Whole(`Pages wanted: the crawl ends with them. Default ${defaults.max_pages}.`, 200, {
        minimum: 1,
        maximum: 1000,
      }),
    ),
    max_depth: Type.Optional(
      Whole(
        `Clicks from the start page, which is 0; pages named by a sitemap are 1. Default ${defaults.max_depth}.`,
        3,
        { maximum: 100 },
      ),
    ),
    max_bytes: Type.Optional(
      Whole('Bytes that the whole crawl may fetch, unpacked. Default 500 MiB.', 104_857_600, {
        minimum: 1024,
        maximum: 10 * 1024 ** 3,
      }),
    ),
    max_page_bytes: Type.Optional(
      Whole('Bytes of one page; a larger one is left out as `too_large`. Default 20 MiB.', 5_242_880, {
        minimum: 1024,
        maximum: 100 * 1024 ** 2,
      }),
    ),
    scope: Type.Optional(
      Word(
        ['host', 'site', 'path'],
        '`host`: the host of the start page, with or without `www.`; `site`: its registrable domain with all subdomains; `path`: the folder of the start page and what lies below. Where the start page redirects to counts. Default `host`.',
      ),
    ),
    include: Type.Optional(
      List(
        pattern('/docs/**'),
        'Only pages that match one of these. The start page is read all the same. The patterns of `include` and `exclude` together have at most 2,000 characters. Default: all.',
        {
          ...PATTERNS,
          examples: [['/docs/**']],
        },
      ),
    ),
    exclude: Type.Optional(
      List(
        pattern('**/print/**'),
        'No pages that match one of these. Counts towards the 2,000 characters of `include`. Default: none.',
        {
          ...PATTERNS,
          examples: [['**/print/**', '/cart?**']],
        },
      ),
    ),
    sitemaps: Type.Optional(
      Flag(
        'Whether the sitemaps that robots.txt names, or `/sitemap.xml`, are read. Default `true`.',
        defaults.sitemaps,
      ),
    ),
    respect_robots: Type.Optional(
      Flag(
        'Whether robots.txt (with a `Crawl-delay` of up to 30 s), `noindex` and `nofollow` are heard. Default `true`.',
        defaults.respect_robots,
      ),
    ),
    render: Type.Optional(
      Word(
        ['auto', 'never', 'always'],
        'Whether a browser shows pages before they are read; `auto`: those that show little without their scripts. Default `auto`.',
      ),
    ),
    timeout_seconds: Type.Optional(
      Whole(`Time of the whole crawl; what it has by then is the result. Default ${defaults.timeout_seconds}.`, 600, {
        minimum: 1,
        maximum: 14_400,
      }),
    ),
    page_timeout_seconds: Type.Optional(
      Whole(`Time in which a page must come. Default ${defaults.page_timeout_seconds}.`, 10, {
        minimum: 1,
        maximum: 120,
      }),
    ),
  },
);

/** Patterns that are too long together are an issue of the member with which they become so. */
export function patternIssues({ include = [], exclude = [] }: Static<typeof CrawlOptionsSchema>): ValidationIssue[] {
  const included = include.join('').length;
  const total = included + exclude.join('').length;
  if (total <= MAX_PATTERN_CHARACTERS) return [];
  const loc = ['body', 'options', 'crawl', included > MAX_PATTERN_CHARACTERS ? 'include' : 'exclude'];
  const msg = `The patterns of include and exclude have ${total} characters together: give at most ${MAX_PATTERN_CHARACTERS}.`;
  return [{ loc, msg, type: 'pattern_characters' }];
}
