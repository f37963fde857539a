import { SKIP_REASONS } from '../../../engines/parse/web_crawler/options.ts';
import type { SkipReason } from '../../../engines/parse/web_crawler/options.ts';
import type { ServiceError } from '../../../errors/index.ts';

/** Maps an error to the crawl's reason for a page that could not be read. */
export function failureReason({ code, details }: ServiceError): SkipReason {
  const word = code === 'fetch_failed' ? details['reason'] : code;
  return SKIP_REASONS.find((reason) => reason === word) ?? 'internal';
}
