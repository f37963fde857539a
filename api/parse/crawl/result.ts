import type { Static, TObject } from 'typebox';
import type { CrawlSummary } from '../../../domain/parse/results.ts';
import { countLeftOut, finishedPages, leftOutPages } from '../../../domain/parse/crawl/pages.ts';
import type { CrawlPage } from '../../../platform/database/generated/client.ts';
import { folderOfPage, markdownKeyOf } from '../../../domain/parse/keys.ts';
import type { Services } from '../../services.ts';
import type { CrawledPage, crawlMembers } from './schemas.ts';
import { signMarkdown } from '../signed-urls.ts';

/** As many as a crawl may have pages, so that an answer stays of a bounded size. */
const MAX_LISTED = 1000;

export type CrawlResult = Static<TObject<typeof crawlMembers>>;

/** For the engines that do not crawl. */
export const NO_CRAWL: CrawlResult = { pages: [], skipped_pages: [], crawl: null };

/** What a crawl that succeeded found. */
export async function crawlResult(services: Services, jobId: string, summary: CrawlSummary): Promise<CrawlResult> {
  const { database } = services;
  const [done, leftOut, skipped] = await Promise.all([
    finishedPages(database, jobId, { take: MAX_LISTED }),
    leftOutPages(database, jobId, MAX_LISTED),
    countLeftOut(database, jobId),
  ]);
  return {
    pages: await Promise.all(done.map((row) => presentPage(services, row))),
    skipped_pages: leftOut.map(({ url, reason, detail }) => ({
      url,
      reason: reason ?? 'internal',
      detail: detail ?? '',
    })),
    crawl: {
      ...summary,
      pages: done.length,
      skipped,
    },
  };
}

export async function presentPage({ objects }: Services, row: CrawlPage): Promise<CrawledPage> {
  return {
    url: row.url,
    final_url: row.finalUrl ?? row.url,
    title: row.title,
    depth: row.depth,
    found_on: row.foundOn,
    document_id: row.id,
    media_type: row.mediaType ?? 'text/html',
    rendered: row.rendered,
    words: row.words ?? 0,
    markdown_bytes: row.markdownBytes ?? 0,
    markdown_url: await signMarkdown(objects, markdownKeyOf(folderOfPage(row.jobId, row.id)), row.id),
    fetched_at: (row.fetchedAt ?? new Date(0)).toISOString(),
  };
}
