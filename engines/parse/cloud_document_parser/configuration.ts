/** Translates request options into the configuration of a provider job. */
import type { CloudTier, PageRange, ParseOptions } from '../options.ts';

/** Settings of the installation. */
export interface CloudDefaults {
  readonly tier: CloudTier;
  /** Maximum number of pages that one job may spend. */
  readonly maxPages: number;
}

/** Metadata key of a provider job that holds the ID of its Tidemill job. */
export const TAG = 'tidemill_job';

/** Maximum number of pages to request from the provider, however long the document is. */
export function pageLimit({ max_pages, cloud }: ParseOptions, { maxPages }: CloudDefaults): number {
  return Math.min(max_pages ?? maxPages, cloud.max_pages ?? maxPages, maxPages);
}

/** The provider enforces the page limit, so the cost is bounded however long the document is. */
export function configurationOf(options: ParseOptions, defaults: CloudDefaults, tag: string): object {
  const limit = pageLimit(options, defaults);
  const languages = providerLanguages(options.languages);
  return {
    tier: options.cloud.tier ?? defaults.tier,
    version: 'latest',
    client_name: 'tidemill',
    user_metadata: { [TAG]: tag },
    // The provider's target pages would override its limit, so they are truncated here.
    page_ranges:
      options.page_range === null
        ? { max_pages: limit }
        : { target_pages: firstPages(options.page_range, limit).map(spanText).join(',') },
    output_options: {
      // Images would be links to files that expire.
      images_to_save: [],
      markdown: { tables: { output_tables_as_markdown: options.tables === 'pipe' } },
    },
    ...(languages.length > 0 && { processing_options: { ocr_parameters: { languages } } }),
    ...(options.cache === 'refresh' && { disable_cache: true }),
  };
}

/** The first `limit` pages of the ranges. */
function firstPages(spans: readonly PageRange[], limit: number): PageRange[] {
  let left = limit;
  return spans.flatMap(({ first, last }) => {
    const end = Math.min(last, first + left - 1);
    left -= Math.max(0, end - first + 1);
    return end < first ? [] : [{ first, last: end }];
  });
}

function spanText({ first, last }: PageRange): string {
  return first === last ? `${first}` : `${first}-${last}`;
}

/** Languages of the provider's text recognition, by its own names; others are left to its detection. */
const KNOWN: ReadonlySet<string> = new Set(
  (
    'af az bs cs cy da de en es et fr ga hr hu id is it ku la lt lv mi ms mt nl no oc pl pt ro sk sl sq sv sw ' +
    'tl tr uz vi ' +
    'ar fa ug ur bn as ru be bg uk mn hi mr ne sa th ja ko ta te kn'
  ).split(' '),
);

/** Primary subtags with another name at the provider. */
const RENAMED: ReadonlyMap<string, string> = new Map(Object.entries({ nb: 'no', nn: 'no', fil: 'tl' }));

/** Translates BCP 47 tags into the provider's names, without duplicates. */
function providerLanguages(tags: readonly string[]): string[] {
  return [...new Set(tags.flatMap((tag) => providerLanguage(tag.toLowerCase()) ?? []))];
}

function providerLanguage(tag: string): string | null {
  const [primary = '', ...subtags] = tag.split('-');
  if (primary === 'zh') return subtags.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part)) ? 'ch_tra' : 'ch_sim';
  if (primary === 'sr') return subtags.includes('latn') ? 'rs_latin' : 'rs_cyrillic';
  const name = RENAMED.get(primary) ?? primary;
  return KNOWN.has(name) ? name : null;
}
