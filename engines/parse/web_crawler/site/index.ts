/** Rules of crawling a site: addresses, scope, robots.txt, sitemaps, traps. */
export { MAX_ADDRESS, addressKey, cleanAddress, siteHost } from './address.ts';
export { pauses } from './pauses.ts';
export { hasDirective } from './robots-directives.ts';
export { NO_ROBOTS, ROBOTS_MAX_BYTES, UNREACHABLE_ROBOTS, parseRobots } from './robots.ts';
export type { Robots } from './robots.ts';
export { crawlScope } from './scope.ts';
export type { Scope } from './scope.ts';
export { siteIndex } from './site-index.ts';
export { parseSitemap } from './sitemap.ts';
export { Traps } from './traps.ts';
