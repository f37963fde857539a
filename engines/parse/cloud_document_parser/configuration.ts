/** From the options of a request to the configuration of a job at the provider. */
import type { CloudTier, PageRange, ParseOptions } from '../options.ts';
import { providerLanguages } from './languages.ts';

/** What the installation decides. */
export interface CloudDefaults {
  readonly tier: CloudTier;
  /** Pages that one job may cost at most. */
  readonly maxPages: number;
}

/** Name under which a job at the provider carries the job that it was begun for. */
export const TAG = 'tidemill_job';

/** The most pages that the provider may be asked for, whatever the document has. */
export function pageLimit({ max_pages, cloud }: ParseOptions, { maxPages }: CloudDefaults): number {
  return Math.min(max_pages ?? maxPages, cloud.max_pages ?? maxPages, maxPages);
}

/** The provider itself keeps to the limit of pages: it cannot cost more, however long the document is. */
export function configurationOf(options: ParseOptions, defaults: CloudDefaults, tag: string): object {
  const limit = pageLimit(options, defaults);
  const languages = providerLanguages(options.languages);
  return {
    tier: options.cloud.tier ?? defaults.tier,
    version: 'latest',
    client_name: 'tidemill',
    user_metadata: { [TAG]: tag },
    // The provider's target pages would override its limit, so that they are cut off here.
    page_ranges:
      options.page_range === null
        ? { max_pages: limit }
        : { target_pages: firstPages(options.page_range, limit).map(spanText).join(',') },
    output_options: {
      // Pictures would be links to files that expire.
      images_to_save: [],
      markdown: { tables: { output_tables_as_markdown: options.tables === 'pipe' } },
    },
    ...(languages.length > 0 && { processing_options: { ocr_parameters: { languages } } }),
    ...(options.cache === 'refresh' && { disable_cache: true }),
  };
}

/** The first pages of some spans, `limit` in all. */
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
