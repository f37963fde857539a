/** Reads of a crawl's rows: what its frontier (frontier.ts) has written of each page. */
import type { Database } from '../../../platform/database/client.ts';
import type { CrawlPage } from '../../../platform/database/generated/client.ts';

/** The finished pages of a crawl in the order in which they were found: at most `take` of them, after a sequence. */
export function finishedPages(
  { db }: Database,
  jobId: string,
  { take, after }: { readonly take?: number; readonly after?: bigint } = {},
): Promise<CrawlPage[]> {
  return db.crawlPage.findMany({
    where: { jobId, kind: 'page', state: 'done', ...(after !== undefined && { sequence: { gt: after } }) },
    orderBy: { sequence: 'asc' },
    ...(take !== undefined && { take }),
  });
}

/** The first pages that were left out or could not be read, in the order in which they were found. */
export function leftOutPages({ db }: Database, jobId: string, take: number): Promise<CrawlPage[]> {
  return db.crawlPage.findMany({ where: leftOut(jobId), orderBy: { sequence: 'asc' }, take });
}

/** How many pages were left out or could not be read, by reason. */
export async function countLeftOut({ db }: Database, jobId: string): Promise<Record<string, number>> {
  const counts = await db.crawlPage.groupBy({ by: ['reason'], where: leftOut(jobId), _count: true });
  return Object.fromEntries(counts.map(({ reason, _count }) => [reason ?? 'internal', _count]));
}

/** The page that the crawl began with. */
export function startPage({ db }: Database, jobId: string): Promise<CrawlPage> {
  return db.crawlPage.findFirstOrThrow({ where: { jobId }, orderBy: { sequence: 'asc' } });
}

/** Bytes and requests of everything that was fetched. */
export async function countFetched(
  { db }: Database,
  jobId: string,
): Promise<{ readonly bytes: number; readonly requests: number }> {
  const { _sum } = await db.crawlPage.aggregate({ where: { jobId }, _sum: { bytes: true, attempts: true } });
  return { bytes: _sum.bytes ?? 0, requests: _sum.attempts ?? 0 };
}

/** Sitemaps that could not be read, at most `take`. */
export function unreadSitemaps({ db }: Database, jobId: string, take: number): Promise<CrawlPage[]> {
  return db.crawlPage.findMany({ where: { jobId, kind: 'sitemap', state: 'failed' }, take });
}

/** How many addresses the crawl knows. */
export function countKnown({ db }: Database, jobId: string): Promise<number> {
  return db.crawlPage.count({ where: { jobId } });
}

function leftOut(jobId: string) {
  return { jobId, kind: 'page', state: { in: ['skipped', 'failed'] } };
}
