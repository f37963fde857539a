/** Data that the crawl workflow and its steps exchange: references and numbers. */
import type { CrawlOptions, ParseOptions, SkipReason } from '../../../engines/parse/options.ts';
import type { JobEnvelope } from '../../../domain/jobs/model.ts';
import type { ConvertedDocument } from '../types.ts';

export interface CrawlInput {
  readonly envelope: JobEnvelope;
  readonly url: string;
  readonly crawl: CrawlOptions;
  readonly options: ParseOptions;
  /** When the crawl began, by the workflow's clock: RFC 3339. */
  readonly began_at: string;
}

/** Why a crawl ended. `complete`: there was nothing left to visit. */
export type CrawlEnd = 'complete' | Extract<SkipReason, `${'page' | 'byte' | 'request' | 'time'}_limit`>;

export interface CrawlBatch {
  /** `null` while there is more to do. */
  readonly ended_by: CrawlEnd | null;
}

export interface IndexedSite {
  /** The list of its pages. */
  readonly document: ConvertedDocument;
  /** Total size of everything that was fetched. */
  readonly bytes: number;
  readonly requests: number;
}
