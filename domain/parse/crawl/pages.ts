/** Reads the rows that a crawl's frontier (frontier.ts) has written. */
import type { Database } from '../../../platform/database/client.ts';
import type { CrawlPage } from '../../../platform/database/generated/client.ts';

/** The finished pages of a crawl in order of discovery: at most `take`, after a sequence number. */
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

/** The first pages that were skipped or failed, in order of discovery. */
export function leftOutPages({ db }: Database, jobId: string, take: number): Promise<CrawlPage[]> {
  return db.crawlPage.findMany({ where: leftOut(jobId), orderBy: { sequence: 'asc' }, take });
}

/** Number of pages that were skipped or failed, by reason. */
export async function countLeftOut({ db }: Database, jobId: string): Promise<Record<string, number>> {
  const counts = await db.crawlPage.groupBy({ by: ['reason'], where: leftOut(jobId), _count: true });
  return Object.fromEntries(counts.map(({ reason, _count }) => [reason ?? 'internal', _count]));
}

/** The start page of the crawl. */
export function startPage({ db }: Database, jobId: string): Promise<CrawlPage> {
  return db.crawlPage.findFirstOrThrow({ where: { jobId }, orderBy: { sequence: 'asc' } });
}

/** Bytes and requests of the whole crawl. */
export async function countFetched(
  { db }: Database,
  jobId: string,
): Promise<{ readonly bytes: number; readonly requests: number }> {
  const { _sum } = await db.crawlPage.aggregate({ where: { jobId }, _sum: { bytes: true, attempts: true } });
  return { bytes: _sum.bytes ?? 0, requests: _sum.attempts ?? 0 };
}

/** Sitemaps that failed, at most `take`. */
export function unreadSitemaps({ db }: Database, jobId: string, take: number): Promise<CrawlPage[]> {
  return db.crawlPage.findMany({ where: { jobId, kind: 'sitemap', state: 'failed' }, take });
}

/** Number of URLs known to the crawl. */
export function countKnown({ db }: Database, jobId: string): Promise<number> {
  return db.crawlPage.count({ where: { jobId } });
}

function leftOut(jobId: string) {
  return { jobId, kind: 'page', state: { in: ['skipped', 'failed'] } };
}
