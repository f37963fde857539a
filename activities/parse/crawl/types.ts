/** Data that the crawl workflow and its steps exchange: references and numbers. */
import type { ParseOptions } from '../../../engines/parse/options.ts';
import type { CrawlOptions } from '../../../engines/parse/web_crawler/options.ts';
import type { JobEnvelope } from '../../../domain/jobs/model.ts';
import type { ConvertedDocument, CrawlSummary } from '../../../domain/parse/results.ts';

export interface CrawlInput {
  readonly envelope: JobEnvelope;
  readonly url: string;
  readonly crawl: CrawlOptions;
  readonly options: ParseOptions;
  /** When the crawl began, by the workflow's clock: RFC 3339. */
  readonly began_at: string;
}

export interface CrawlBatch {
  /** `null` while there is more to do. */
  readonly ended_by: CrawlSummary['ended_by'] | null;
}

export interface IndexedSite {
  /** The list of its pages. */
  readonly document: ConvertedDocument;
  /** Total size of everything that was fetched. */
  readonly bytes: number;
  readonly requests: number;
}
