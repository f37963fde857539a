/** Visits one address of a crawl: fetches, reads and settles it. */
import { ServiceError } from '../../../errors/index.ts';
import type { SkipReason } from '../../../engines/parse/web_crawler/options.ts';
import type { DocumentFacts } from '../../../engines/parse/documents/index.ts';
import { cleanAddress, crawlScope, hasDirective, parseSitemap } from '../../../engines/parse/web_crawler/site/index.ts';
import type { Scope } from '../../../engines/parse/web_crawler/site/index.ts';
import { fairnessKey } from '../../../domain/jobs/priority.ts';
import { failureReason } from './failure-reason.ts';
import { limitOf, Unwanted } from './context.ts';
import type { Crawl } from './context.ts';
import { fetchPage } from './fetch-page.ts';
import { convertPage, removePage, rowOfPage } from './page-document.ts';
import type { FetchedPage } from './fetch-page.ts';
import type { CrawlPage, FoundAddress, Outcome } from '../../../domain/parse/crawl/frontier.ts';
import { judgeLinks, mostKnown } from './links.ts';
import { sitemapAddresses } from './sitemaps.ts';

/** Attempts for a page whose failure is retryable. */
const MAX_TRIES = 3;
/** A page that was taken this often and never finished is assumed to crash its worker. */
const MAX_TAKES = 6;
const BACKOFF_MS = 1000;
/**
 * Visits an address. Rejects only for failures that the page did not cause, or on abort; the address then still waits.
 */
export async function visit(crawl: Crawl, row: CrawlPage, maxBytes: number): Promise<void> {
  const url = new URL(row.url);
  let taken: CrawlPage | null = row;
  try {
    if (row.kind === 'page') await refuseUnwanted(crawl, row, url);
    taken = await crawl.frontier.take(row);
    if (taken === null) return;
    if (taken.attempts > MAX_TAKES)
      throw new ServiceError('internal', 'The page was never finished.', {}, undefined, false);
    const page = await fetchPage(crawl.dependencies, row.url, {
      key: fairnessKey(crawl.input.envelope.tenant_id),
      render: row.kind === 'page' ? crawl.input.crawl.render : 'never',
      timeoutMs: Math.min(crawl.input.crawl.page_timeout_seconds * 1000, limitOf(crawl)),
      maxBytes,
      signal: crawl.signal,
      checkRedirect: (next) => checkRedirect(crawl, row, next),
    });
    crawl.hosts.answered(url, page.tookMs);
    crawl.spend({ source: 'web_crawler', unit: 'bytes', amount: page.body.byteLength });
    await (row.kind === 'page' ? readPage(crawl, taken, page) : readSitemap(crawl, taken, page));
  } catch (error) {
    crawl.signal.throwIfAborted();
    if (!(error instanceof ServiceError)) throw error;
    const isAsked = taken !== row;
    if (isAsked && !isUnreachable(error)) crawl.hosts.answered(url, 0);
    if (error instanceof Unwanted) {
      await crawl.frontier.settle(taken ?? row, outcome('skipped', error.reason, error.message, { bytes: 0 }));
      return;
    }
    if (!isAsked) taken = await crawl.frontier.take(row);
    if (taken !== null) await fail(crawl, taken, url, error, maxBytes);
  }
}

async function refuseUnwanted({ hosts, traps }: Crawl, row: CrawlPage, url: URL): Promise<void> {
  if (traps.isBarren(url)) throw new Unwanted('trap', 'Pages with addresses of this form showed nothing new.');
  const rules = await hosts.rules(url);
  if (!rules.allows(url)) throw new Unwanted('robots', 'The robots.txt of its host disallows it.');
}

/** The rules for links apply to redirects, which must also not lead to a finished page. */
async function checkRedirect({ frontier, scope, hosts }: Crawl, row: CrawlPage, next: URL): Promise<void> {
  const url = cleanAddress(next.href);
  if (url === null || row.kind !== 'page') return;
  const finished = frontier.finishedAs(url, row);
  if (finished !== null) throw new Unwanted('duplicate', `It redirects to ${finished}.`);
  const verdict = scope?.judge(url) ?? 'in_scope';
  if (verdict !== 'in_scope') {
    throw new Unwanted(
      verdict === 'foreign' ? 'out_of_scope' : verdict,
      'It redirects to an address that the crawl excludes.',
    );
  }
  if (!(await hosts.rules(url)).allows(url))
    throw new Unwanted('robots', 'It redirects to an address that robots.txt disallows.');
}

async function readSitemap(crawl: Crawl, row: CrawlPage, page: FetchedPage): Promise<void> {
  const { pages, sitemaps } = await parseSitemap(page.body, mostKnown(crawl.input.crawl), crawl.signal);
  const links = pages.map((url) => ({ url, nofollow: false }));
  const found = [...sitemapAddresses(crawl.frontier, sitemaps), ...(await linked(crawl, crawl.scope, links, 1, null))];
  await crawl.frontier.settle(row, outcome('done', null, null, { bytes: page.body.byteLength, found }));
}

async function readPage(crawl: Crawl, row: CrawlPage, page: FetchedPage): Promise<void> {
  const { frontier, input, traps, alone } = crawl;
  const finalUrl = cleanAddress(page.finalUrl) ?? new URL(page.finalUrl);
  const converted = await convertPage(crawl, row, page);
  const { document } = converted;
  const directives = `${page.robots}, ${document.properties['robots'] ?? ''}`;
  const isHeard = (directive: string): boolean => input.crawl.respect_robots && hasDirective(directives, directive);
  const scope = crawl.scope ?? crawlScope(finalUrl, input.crawl);
  const links = isHeard('nofollow') ? [] : document.links;
  const found = await linked(crawl, scope, links, row.depth + 1, row.url);
  const bytes = page.body.byteLength;
  const facts = {
    finalUrl: page.finalUrl,
    mediaType: page.mediaType,
    rendered: page.rendered,
    fetchedAt: page.fetchedAt,
  };
  const skip = async (reason: SkipReason, detail: string): Promise<void> => {
    await removePage(crawl, row);
    await frontier.settle(row, outcome('skipped', reason, detail, { bytes, found, facts }));
  };

  if (isHeard('noindex')) return skip('noindex', 'The page asks robots not to index it.');
  if (document.isBlank) {
    traps.visited(finalUrl, false);
    return skip('empty', 'The page shows no text.');
  }
  const contentHash = document.markdownSha256;
  const canonical = canonicalOf(document, finalUrl, scope);
  if (canonical !== null) {
    const [address] = await linked(crawl, scope, [{ url: canonical.href, nofollow: false }], row.depth, row.url);
    if (address && !found.some(({ url }) => url.href === address.url.href)) found.push(address);
    const isToCome = address ? address.reason === null : frontier.awaits(canonical, row);
    if (isToCome) return skip('duplicate', `It names ${canonical.href} as its canonical address.`);
  }
  await alone(async () => {
    const twin =
      frontier.finishedAs(finalUrl, row) ??
      (canonical && frontier.finishedAs(canonical, row)) ??
      (await frontier.findContent(contentHash));
    traps.visited(finalUrl, twin === null);
    if (twin !== null) return skip('duplicate', `It is the same page as ${twin}.`);
    const kept = rowOfPage(crawl, row, page, converted);
    await frontier.settle(row, {
      ...outcome('done', null, null, { bytes, found }),
      alias: finalUrl,
      document: kept,
      facts: {
        ...facts,
        title: document.title,
        words: kept.metadata.words,
        markdownBytes: kept.metadata.markdown_bytes,
        contentHash,
      },
    });
    crawl.spend({ source: converted.engine.engine_id, unit: 'pages', amount: 1 });
  });
}

/**
 * The canonical address that the page names; `null` when it is not credible: it is on another site, or it is the home
 * page although the page has another path, as on some carelessly built sites.
 */
function canonicalOf(document: DocumentFacts, own: URL, scope: Scope): URL | null {
  const canonical = cleanAddress(document.properties['canonical_url'] ?? '');
  if (canonical === null || !scope.contains(canonical)) return null;
  return canonical.pathname === '/' && own.pathname !== '/' ? null : canonical;
}

async function linked(
  { input, frontier, traps, signal }: Crawl,
  scope: Scope | null,
  links: DocumentFacts['links'],
  depth: number,
  foundOn: string | null,
): Promise<FoundAddress[]> {
  if (scope === null) return [];
  return judgeLinks({ crawl: input.crawl, scope, traps, frontier, signal }, links, depth, foundOn);
}

async function fail(
  { frontier, hosts, input }: Crawl,
  row: CrawlPage,
  url: URL,
  error: ServiceError,
  maxBytes: number,
): Promise<void> {
  const reason = failureReason(error);
  const detail = error.message;
  if (isUnreachable(error) && hosts.isDead(url)) {
    await frontier.close(
      { host: row.host },
      'host_unreachable',
      'Connections to its host failed several times in a row.',
    );
    return;
  }
  // A page that was slow once will be slow again, so a timeout is not retried.
  if (error.retryable && reason !== 'timeout' && row.attempts < MAX_TRIES) {
    const backoffMs = BACKOFF_MS * 4 ** (row.attempts - 1);
    const asked = error.details['retry_after_seconds'];
    const isTooMuch = error.details['status'] === 429 || typeof asked === 'number';
    const pauseMs = typeof asked === 'number' ? asked * 1000 : backoffMs;
    const notBefore = isTooMuch ? await hosts.pause(url, pauseMs) : new Date(Date.now() + backoffMs);
    return frontier.postpone(row, notBefore);
  }
  if (reason !== 'too_large') {
    return frontier.settle(row, outcome('failed', reason, detail, { bytes: 0 }));
  }
  // How much was received is unknown, but not more than this. The crawl may have had less left than the limit of one
  // page.
  const state = maxBytes < input.crawl.max_page_bytes ? 'skipped' : 'failed';
  const limit = state === 'skipped' ? 'byte_limit' : reason;
  await frontier.settle(row, outcome(state, limit, detail, { bytes: maxBytes }));
}

/** Whether no connection could be made. */
function isUnreachable(error: ServiceError): boolean {
  const reason = failureReason(error);
  return reason === 'dns' || reason === 'connect' || error.details['phase'] === 'connect';
}

function outcome(
  state: Outcome['state'],
  reason: SkipReason | null,
  detail: string | null,
  rest: Pick<Outcome, 'bytes' | 'found' | 'facts'>,
): Outcome {
  return { state, reason, detail, ...rest };
}
