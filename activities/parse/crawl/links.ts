/** Decides which links of a page are visited, and why the others are not. */
import type { CrawlOptions, SkipReason } from '../../../engines/parse/web_crawler/options.ts';
import type { DocumentLink } from '../../../engines/parse/documents/index.ts';
import { pauses, cleanAddress, MAX_ADDRESS } from '../../../engines/parse/web_crawler/site/index.ts';
import type { Scope, Traps } from '../../../engines/parse/web_crawler/site/index.ts';
import type { FoundAddress, Frontier } from '../../../domain/parse/crawl/frontier.ts';

/** Extensions of files that no engine reads as a page. They are never requested. */
const FILES =
  /\.(avif|bmp|gif|ico|jpe?g|png|svg|tiff?|webp|css|m?js|map|json|jsonld|rss|atom|xml|xsd|eot|otf|ttf|woff2?|aac|flac|m4a|mid|mp3|oga|ogg|opus|wav|avi|flv|m4v|mkv|mov|mp4|mpe?g|ogv|webm|wmv|7z|bz2|gz|iso|rar|tar|tgz|xz|zip|apk|bin|deb|dll|dmg|exe|jar|msi|pkg|rpm|ics|torrent|vcf)$/i;

/** Addresses that a crawl records per page of its page limit. Further links are dropped. */
const KNOWN_PER_PAGE = 20;
const KNOWN_AT_LEAST = 2000;
const KNOWN_AT_MOST = 12_000;

export interface LinkJudge {
  readonly crawl: CrawlOptions;
  readonly scope: Scope;
  readonly traps: Traps;
  readonly frontier: Pick<Frontier, 'size' | 'isDecided'>;
  readonly signal: AbortSignal;
}

export function mostKnown({ max_pages }: CrawlOptions): number {
  return Math.min(KNOWN_AT_MOST, Math.max(KNOWN_AT_LEAST, max_pages * KNOWN_PER_PAGE));
}

/**
 * The links of a page of depth `depth - 1` at `foundOn`, without known addresses and other sites. Rejects when the
 * signal is aborted, which it checks from time to time.
 */
export async function judgeLinks(
  judge: LinkJudge,
  links: readonly DocumentLink[],
  depth: number,
  foundOn: string | null,
): Promise<FoundAddress[]> {
  const found: FoundAddress[] = [];
  const room = mostKnown(judge.crawl) - judge.frontier.size;
  const seen = new Set<string>();
  const pause = pauses(judge.signal);
  for (const link of links) {
    await pause();
    if (found.length >= room) break;
    const url = cleanAddress(link.url);
    if (url === null || seen.has(url.href)) continue;
    seen.add(url.href);
    const verdict = judgeLink(judge, url, link.nofollow, depth);
    if (verdict === 'known' || verdict === 'foreign') continue;
    const [reason, detail] = verdict;
    found.push({ url, kind: 'page', depth, foundOn, reason, detail });
  }
  return found;
}

type Verdict = 'known' | 'foreign' | readonly [reason: SkipReason | null, detail: string | null];

function judgeLink({ crawl, scope, traps, frontier }: LinkJudge, url: URL, nofollow: boolean, depth: number): Verdict {
  if (frontier.isDecided(url, nofollow)) return 'known';
  const verdict = scope.judge(url);
  switch (verdict) {
    case 'foreign':
      return 'foreign';
    case 'out_of_scope':
      return [verdict, `It is outside the scope "${crawl.scope}".`];
    case 'trap':
      return [verdict, `Its address is longer than ${MAX_ADDRESS} characters.`];
    case 'excluded':
      return [verdict, 'A pattern of `exclude` matches its address.'];
    case 'not_included':
      return [verdict, 'No pattern of `include` matches its address.'];
    case 'in_scope':
  }
  if (FILES.test(url.pathname)) return ['unsupported_type', 'The extension of its address is not that of a page.'];
  if (depth > crawl.max_depth) return ['depth_limit', `It is more than ${crawl.max_depth} clicks from the start page.`];
  if (nofollow && crawl.respect_robots) return ['nofollow', 'The page that links to it asks robots not to follow.'];
  const trap = traps.admit(url);
  return trap === null ? [null, null] : ['trap', `It looks like a part of an endless section of the site: ${trap}.`];
}
