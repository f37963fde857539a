/** A crawl: stretches of it until it has ended, then the index of its pages. */
import type { ConvertedDocument, SourceInput } from '../activities/parse/types.ts';
import type { CrawlEnd, CrawlInput } from '../activities/parse/crawl/types.ts';
import { CRAWL_TASK_QUEUE } from '../domain/manifests/parse.ts';
import type { Job } from './job/job.ts';
import { steps } from './job/steps.ts';

/** What a crawl took. */
export interface CrawlSummary {
  readonly ended_by: CrawlEnd;
  readonly requests: number;
  readonly bytes: number;
  readonly duration_ms: number;
}

/** Each stretch goes on from what the database knows of the crawl, so that only numbers are kept here. */
export async function crawlSite(
  job: Job,
  { envelope, request }: SourceInput,
): Promise<{ readonly document: ConvertedDocument; readonly summary: CrawlSummary }> {
  if (request.locator.kind !== 'url' || !request.crawl) throw new Error('the API starts crawls of web addresses only');
  const { options, crawl: limits, locator } = request;
  const began = Date.now();
  const began_at = new Date(began).toISOString();
  const input: CrawlInput = { envelope, url: locator.url, crawl: limits, options, began_at };
  const { crawl, indexSite } = steps(envelope, CRAWL_TASK_QUEUE, `web_crawler ← ${envelope.source}`);

  let ended_by: CrawlEnd | null = null;
  while (ended_by === null) {
    ({ ended_by } = await job.step('crawl', CRAWL_TASK_QUEUE, () => crawl(input)));
  }
  const { document, bytes, requests } = await job.step('indexSite', CRAWL_TASK_QUEUE, () => indexSite(input));
  const { pages } = document;
  job.showProgress({ completed: pages, total: pages, unit: 'pages', message: null });
  return { document, summary: { ended_by, requests, bytes, duration_ms: Date.now() - began } };
}
