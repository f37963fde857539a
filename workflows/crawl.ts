/** A crawl: `crawl` steps, one batch each, until the crawl has ended, then the index of its pages. */
import type { ParseActivities } from '../activities/parse/index.ts';
import type { SourceInput } from '../activities/parse/types.ts';
import type { CrawlInput } from '../activities/parse/crawl/types.ts';
import { CRAWL_TASK_QUEUE } from '../domain/manifests/parse.ts';
import type { ConvertedDocument, CrawlSummary } from '../domain/parse/results.ts';
import type { Job } from './job/job.ts';
import { steps } from './job/steps.ts';

/** The input of a crawl's workflow. A long crawl continues as new, so it spans several runs. */
export interface CrawlJobInput extends SourceInput {
  /** State carried over from earlier runs; absent in the first run. */
  readonly so_far?: {
    /** When the crawl began, in milliseconds since 1970. */
    readonly began_ms: number;
  };
}

/** Each batch resumes from the crawl's state in the database, so the workflow keeps only numbers. */
export async function crawlSite(
  job: Job,
  jobInput: CrawlJobInput,
): Promise<{ readonly document: ConvertedDocument; readonly summary: CrawlSummary }> {
  const { envelope, request, so_far } = jobInput;
  if (request.locator.kind !== 'url' || !request.crawl) throw new Error('only web addresses can be crawled');
  const { options, crawl: limits, locator } = request;
  const began = so_far?.began_ms ?? Date.now();
  const began_at = new Date(began).toISOString();
  const input: CrawlInput = { envelope, url: locator.url, crawl: limits, options, began_at };
  const crawler = steps<ParseActivities>(envelope, CRAWL_TASK_QUEUE, `web_crawler ← ${envelope.source}`);

  let ended_by: CrawlSummary['ended_by'] | null = null;
  for (let stretch = 1; ended_by === null; stretch++) {
    ({ ended_by } = await job.step(crawler, 'crawl', input, { key: String(stretch) }));
    if (ended_by === null) {
      await job.continueAsNewIfSuggested<CrawlJobInput>({ ...jobInput, so_far: { began_ms: began } });
    }
  }
  const { document, bytes, requests } = await job.step(crawler, 'indexSite', input);
  const { pages } = document;
  job.showStepProgress({ completed: pages, total: pages, unit: 'pages', message: null });
  return { document, summary: { ended_by, requests, bytes, duration_ms: Date.now() - began } };
}
