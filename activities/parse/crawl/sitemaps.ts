import { ServiceError } from '../../../errors/index.ts';
import { cleanAddress } from '../../../engines/parse/web_crawler/site/index.ts';
import type { FoundAddress, Frontier } from '../../../domain/parse/crawl/frontier.ts';
import type { Hosts } from './hosts.ts';

/** Limit per crawl; sitemap indexes of large sites name thousands. */
const MAX_SITEMAPS = 50;

/** The usual path, whether or not robots.txt names it. */
const USUAL_PATH = '/sitemap.xml';

/** The sitemaps of the site at `root`. */
export async function siteSitemaps(frontier: Frontier, hosts: Hosts, root: URL): Promise<FoundAddress[]> {
  try {
    const { sitemaps } = await hosts.rules(root);
    const addresses = sitemaps.flatMap((address) => URL.parse(address, root.href)?.href ?? []);
    return sitemapAddresses(frontier, addresses.length > 0 ? addresses : [new URL(USUAL_PATH, root).href]);
  } catch (error) {
    // A host that cannot be reached names none.
    if (error instanceof ServiceError) return [];
    throw error;
  }
}

export function sitemapAddresses(frontier: Frontier, addresses: readonly string[]): FoundAddress[] {
  const room = Math.max(0, MAX_SITEMAPS - frontier.sitemaps);
  return addresses.slice(0, room).flatMap((address): FoundAddress[] => {
    const url = cleanAddress(address);
    if (url === null) return [];
    return [{ url, kind: 'sitemap', depth: 0, foundOn: null, reason: null, detail: null }];
  });
}
