/** Rows of the hosts that a crawl has asked, so that another worker knows their rules and pauses. */
import type { Database } from '../../../platform/database/client.ts';
import type { CrawlHost } from '../../../platform/database/generated/client.ts';

/** What a crawl knows of an origin; `null` before its robots.txt was read. */
export function findHost({ db }: Database, jobId: string, origin: string): Promise<CrawlHost | null> {
  return db.crawlHost.findUnique({ where: { jobId_origin: { jobId, origin } } });
}

/** Keeps the robots.txt of an origin as it was read first: empty when it has none, `null` when it could not be read. */
export async function keepRobots(
  { db }: Database,
  jobId: string,
  origin: string,
  robots: string | null,
): Promise<void> {
  await db.crawlHost.createMany({ data: { jobId, origin, robots }, skipDuplicates: true });
}

/** Keeps when an origin may be asked again. */
export async function keepPause({ db }: Database, jobId: string, origin: string, notBefore: Date): Promise<void> {
  await db.crawlHost.updateMany({ where: { jobId, origin }, data: { notBefore } });
}
