/** Fetches the bytes of one page, rendered by a browser if requested. */
import { createHash } from 'node:crypto';
import { isHtml } from '../../../engines/parse/catalog.ts';
import type { ParseWarning } from '../../../engines/parse/documents/index.ts';
import type { CrawlOptions } from '../../../engines/parse/web_crawler/options.ts';
import type { Browser, RenderOptions } from '../../../platform/browser/index.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { GuardedFetch } from '../../../platform/network-guard/index.ts';
import type { FetchSourceDependencies } from '../fetch/fetch-source.ts';
import { readResponse } from '../fetch/read-response.ts';
import type { FetchedBody } from '../fetch/read-response.ts';
import { renderPage, renderThinPage } from '../fetch/render-page.ts';

export interface FetchPageOptions {
  /** Whose crawl it is, see {@link RenderOptions}. */
  readonly key: string;
  readonly render: CrawlOptions['render'];
  /** Applies to the fetch, and again to the browser. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Rejects if the crawl must not follow the redirect. */
  readonly checkRedirect: (next: URL) => Promise<void>;
}

export interface FetchedPage extends FetchedBody {
  readonly finalUrl: string;
  readonly sha256: string;
  /** The header `X-Robots-Tag`, in lower case. */
  readonly robots: string;
  readonly rendered: boolean;
  /** Warnings from the fetch, for the reader of the page. */
  readonly warnings: readonly ParseWarning[];
  readonly fetchedAt: Date;
  /** From the request to the last byte. */
  readonly tookMs: number;
}

/**
 * Fetches a page and renders it in a browser if requested. Rejects as the guarded fetch does, with `timeout` when
 * either takes longer than the crawl allows, and with `empty` when there is no body.
 */
export async function fetchPage(
  dependencies: Pick<FetchSourceDependencies, 'fetch' | 'browser'>,
  url: string,
  options: FetchPageOptions,
): Promise<FetchedPage> {
  const page = await within(options, (signal) => fetchBytes(dependencies.fetch, url, { ...options, signal }));
  if (!isHtml(page.mediaType) || options.render === 'never') return page;
  return within(options, (signal) => show(dependencies.browser, page, { ...options, signal }));
}

async function within<T>(
  { signal, timeoutMs }: FetchPageOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await work(AbortSignal.any([signal, timeout]));
  } catch (error) {
    if (!timeout.aborted || signal.aborted) throw error;
    throw new ServiceError('timeout', `The page did not arrive within ${timeoutMs / 1000} s.`);
  }
}

async function fetchBytes(
  fetch: GuardedFetch,
  url: string,
  { maxBytes, signal, checkRedirect }: FetchPageOptions,
): Promise<FetchedPage> {
  const began = performance.now();
  const response = await fetch(url, { maxBytes, signal, checkRedirect });
  const fetched = readResponse(response);
  return {
    ...fetched,
    finalUrl: response.finalUrl,
    sha256: createHash('sha256').update(fetched.body).digest('hex'),
    robots: (response.headers['x-robots-tag'] ?? '').toLowerCase(),
    rendered: false,
    warnings: [],
    fetchedAt: new Date(),
    tookMs: performance.now() - began,
  };
}

/** Scripts can navigate to another address; the rules for redirects apply to it. */
async function show(browser: Browser | null, page: FetchedPage, options: FetchPageOptions): Promise<FetchedPage> {
  const { key, maxBytes, signal, checkRedirect } = options;
  const limits: RenderOptions = { key, maxBytes, signal };
  const shown =
    options.render === 'always'
      ? await renderPage(browser, page.finalUrl, 'The request asks for every page to be rendered.', limits)
      : await renderThinPage(browser, { ...page, url: page.finalUrl }, limits);
  if (shown === null) return page;
  if (shown.rendered === null) return { ...page, warnings: [shown.warning] };
  const { html, finalUrl } = shown.rendered;
  if (finalUrl !== page.finalUrl) await checkRedirect(new URL(finalUrl));
  const body = Buffer.from(html);
  return { ...page, body, charset: 'utf-8', finalUrl, rendered: true, warnings: [shown.warning] };
}
