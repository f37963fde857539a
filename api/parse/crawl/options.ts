/** The options of a crawl. */
import { Type } from 'typebox';
import { DEFAULT_CRAWL_OPTIONS } from '../../../engines/parse/web_crawler/options.ts';
import type { Static } from 'typebox';
import { Flag, List, Named, Text, Whole, Word } from '../../contract/schema.ts';
import type { ValidationIssue } from '../../contract/validation.ts';

const defaults = DEFAULT_CRAWL_OPTIONS;

const PATTERNS = { maxItems: 50 };
/** Every link of a crawl is matched against all patterns. */
const MAX_PATTERN_CHARACTERS = 2000;
const pattern = (example: string) =>
  Text(
    'A glob: `*` matches any characters except a slash, `**` any characters, and every other character itself. ' +
      'Matched against the path; against path and query if it contains `?`; against the whole URL if it has a ' +
      'scheme.',
    example,
    { minLength: 1, maxLength: 200 },
  );

export const CrawlOptionsSchema = Named(
  'CrawlOptions',
  'Options of the engine `web_crawler`, which starts from the single URL in `sources`. Skipped pages are ' +
    'listed with a reason in `skipped_pages`.',
  {
    max_pages: Type.Optional(
      Whole(`Maximum number of pages. Default ${defaults.max_pages}.`, 200, {
        minimum: 1,
        maximum: 1000,
      }),
    ),
    max_depth: Type.Optional(
      Whole(
        'Maximum number of clicks from the start page, which is 0; pages from a sitemap are 1. Default ' +
          `${defaults.max_depth}.`,
        3,
        { maximum: 100 },
      ),
    ),
    max_bytes: Type.Optional(
      Whole('Maximum bytes of the whole crawl, decompressed. Default 500 MiB.', 104_857_600, {
        minimum: 1024,
        maximum: 10 * 1024 ** 3,
      }),
    ),
    max_page_bytes: Type.Optional(
      Whole('Maximum bytes of a page; larger pages are skipped as `too_large`. Default 20 MiB.', 5_242_880, {
        minimum: 1024,
        maximum: 100 * 1024 ** 2,
      }),
    ),
    scope: Type.Optional(
      Word(
        ['host', 'site', 'path'],
        '`host`: the host of the start page, with or without `www.`; `site`: its registrable domain with all ' +
          'subdomains; `path`: the folder of the start page and everything below it. Applies to the start page ' +
          'after redirects. Default `host`.',
      ),
    ),
    include: Type.Optional(
      List(
        pattern('/docs/**'),
        'Only pages that match one of these patterns. The start page is always read. The patterns of `include` ' +
          'and `exclude` may have at most 2,000 characters in total. Default: all.',
        {
          ...PATTERNS,
          examples: [['/docs/**']],
        },
      ),
    ),
    exclude: Type.Optional(
      List(
        pattern('**/print/**'),
        'Skip pages that match one of these patterns. Counts towards the 2,000 characters of `include`. Default: none.',
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
        'Whether robots.txt (with a `Crawl-delay` of up to 30 s), `noindex` and `nofollow` are obeyed. Default `true`.',
        defaults.respect_robots,
      ),
    ),
    render: Type.Optional(
      Word(
        ['auto', 'never', 'always'],
        'Whether pages are rendered in a browser; `auto`: only pages with little content without their ' +
          'scripts. Default `auto`.',
      ),
    ),
    timeout_seconds: Type.Optional(
      Whole(
        'Time limit of the whole crawl; the result contains the pages finished by then. Default ' +
          `${defaults.timeout_seconds}.`,
        600,
        {
          minimum: 1,
          maximum: 14_400,
        },
      ),
    ),
    page_timeout_seconds: Type.Optional(
      Whole(`Time limit for fetching a page. Default ${defaults.page_timeout_seconds}.`, 10, {
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
  const msg =
    `The patterns of include and exclude have ${total} characters in total. The limit is ` +
    `${MAX_PATTERN_CHARACTERS}.`;
  return [{ loc, msg, type: 'pattern_characters' }];
}
