/** A crawl: stretches of it until it has ended, then the index of its pages. */
import type { ParseActivities } from '../activities/parse/index.ts';
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

/** The input of a crawl's workflow: a crawl of many stretches passes through several runs. */
export interface CrawlJobInput extends SourceInput {
  /** What earlier runs know of it; absent in the first. */
  readonly so_far?: {
    /** When it began, in milliseconds since 1970. */
    readonly began_ms: number;
  };
}

/** Each stretch goes on from what the database knows of the crawl, so that only numbers are kept here. */
export async function crawlSite(
  job: Job,
  jobInput: CrawlJobInput,
): Promise<{ readonly document: ConvertedDocument; readonly summary: CrawlSummary }> {
  const { envelope, request, so_far } = jobInput;
  if (request.locator.kind !== 'url' || !request.crawl) throw new Error('the API starts crawls of web addresses only');
  const { options, crawl: limits, locator } = request;
  const began = so_far?.began_ms ?? Date.now();
  const began_at = new Date(began).toISOString();
  const input: CrawlInput = { envelope, url: locator.url, crawl: limits, options, began_at };
  const crawler = steps<ParseActivities>(envelope, CRAWL_TASK_QUEUE, `web_crawler ← ${envelope.source}`);

  let ended_by: CrawlEnd | null = null;
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
