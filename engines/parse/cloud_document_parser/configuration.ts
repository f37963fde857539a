/** Translates request options into the configuration of a provider job. */
import type { CloudTier, PageRange, ParseOptions } from '../options.ts';
import { providerLanguages } from './languages.ts';

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
