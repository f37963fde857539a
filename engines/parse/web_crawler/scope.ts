/** Which addresses belong to a crawl. */
import { getDomain } from 'tldts';
import type { CrawlOptions } from '../options.ts';
import { siteHost } from './address.ts';
import { globMatcher } from './glob.ts';
import type { Matcher } from './glob.ts';

/** Why an address is none of the crawl's pages. `foreign`: it is of another site, where no crawl of this one leads. */
export type ScopeVerdict = 'in_scope' | 'foreign' | 'out_of_scope' | 'excluded' | 'not_included';

export interface Scope {
  /** Judges an address that the crawl found. */
  judge(url: URL): ScopeVerdict;
  /** The same without the patterns: where a redirect may lead. */
  contains(url: URL): boolean;
}

/** The scope of a crawl that began at `start`, after redirects. */
export function crawlScope(start: URL, { scope, include, exclude }: CrawlOptions): Scope {
  const site = registrableDomain(start);
  const host = siteHost(start);
  const folder = start.pathname.slice(0, start.pathname.lastIndexOf('/') + 1);
  const included = include.map(addressMatcher);
  const excluded = exclude.map(addressMatcher);
  const contains = (url: URL): boolean => {
    if (scope === 'site') return registrableDomain(url) === site;
    return siteHost(url) === host && (scope === 'host' || url.pathname.startsWith(folder));
  };
  return {
    contains,
    judge(url) {
      if (!contains(url)) return registrableDomain(url) === site ? 'out_of_scope' : 'foreign';
      if (excluded.some((matches) => matches(url.href))) return 'excluded';
      if (included.length > 0 && !included.some((matches) => matches(url.href))) return 'not_included';
      return 'in_scope';
    },
  };
}

/**
 * By the public suffix list: `www.a.co.uk` and `shop.a.co.uk` are one site, `a.github.io` and `b.github.io` two. An
 * address without such a domain (`localhost`, an IP address) is a site of its own, port included.
 */
function registrableDomain(url: URL): string {
  return getDomain(url.hostname, { allowPrivateDomains: true }) ?? url.host;
}

/**
 * A pattern that begins with a scheme is held against the whole address, one with a question mark against path and
 * query, any other against the path.
 */
function addressMatcher(pattern: string): Matcher {
  const matches = globMatcher(pattern);
  if (/^(https?|\*+):\/\//i.test(pattern)) return matches;
  const part = pattern.includes('?') ? (url: URL) => `${url.pathname}${url.search}` : (url: URL) => url.pathname;
  return (href) => matches(part(new URL(href)));
}
