/** Which addresses belong to a crawl. */
import { getDomain } from 'tldts';
import type { CrawlOptions } from '../options.ts';
import { MAX_ADDRESS, siteHost } from './address.ts';
import { globMatcher } from './glob.ts';

/**
 * Whether an address belongs to the crawl, or why not. `foreign`: another site, outside any possible scope; `trap`:
 * longer than `MAX_ADDRESS`, so not matched against patterns.
 */
export type ScopeVerdict = 'in_scope' | 'foreign' | 'out_of_scope' | 'trap' | 'excluded' | 'not_included';

export interface Scope {
  /** Judges a discovered address. */
  judge(url: URL): ScopeVerdict;
  /** The same without the patterns, for redirect targets. */
  contains(url: URL): boolean;
}

/** The scope of a crawl that started at `start`, after redirects. */
export function crawlScope(start: URL, { scope, include, exclude }: CrawlOptions): Scope {
  const site = registrableDomain(start);
  const host = siteHost(start);
  const folder = start.pathname.slice(0, start.pathname.lastIndexOf('/') + 1);
  const included = addressMatcher(include);
  const excluded = addressMatcher(exclude);
  const contains = (url: URL): boolean => {
    if (scope === 'site') return registrableDomain(url) === site;
    return siteHost(url) === host && (scope === 'host' || url.pathname.startsWith(folder));
  };
  return {
    contains,
    judge(url) {
      if (!contains(url)) return registrableDomain(url) === site ? 'out_of_scope' : 'foreign';
      if (url.href.length > MAX_ADDRESS) return 'trap';
      if (excluded(url)) return 'excluded';
      if (include.length > 0 && !included(url)) return 'not_included';
      return 'in_scope';
    },
  };
}

/**
 * By the public suffix list: `www.a.co.uk` and `shop.a.co.uk` are one site, `a.github.io` and `b.github.io` two. An
 * address without such a domain (`localhost`, an IP address) is its own site, including the port.
 */
function registrableDomain(url: URL): string {
  return getDomain(url.hostname, { allowPrivateDomains: true }) ?? url.host;
}

/**
 * Whether one of the patterns matches. A pattern that starts with a scheme is matched against the whole address, one
 * with a question mark against path and query, any other against the path.
 */
function addressMatcher(patterns: readonly string[]): (url: URL) => boolean {
  const {
    whole = [],
    query = [],
    path = [],
  } = Object.groupBy(patterns, (pattern) => {
    if (/^(https?|\*+):\/\//i.test(pattern)) return 'whole';
    return pattern.includes('?') ? 'query' : 'path';
  });
  const matchesWhole = globMatcher(whole);
  const matchesQuery = globMatcher(query);
  const matchesPath = globMatcher(path);
  return ({ href, pathname, search }) =>
    matchesWhole(href) || matchesQuery(`${pathname}${search}`) || matchesPath(pathname);
}
