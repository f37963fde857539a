/** robots.txt as RFC 9309 reads it, with the `Crawl-delay` and `Sitemap` lines that sites add to it. */
import { normalPercents } from './address.ts';
import { robotsPathMatcher } from './glob.ts';
import type { Matcher } from './glob.ts';

export interface Robots {
  /** Whether an address of the host may be fetched. */
  allows(url: URL): boolean;
  /** Pause between two requests that the site asks for; `null` when it asks for none. */
  readonly crawlDelaySeconds: number | null;
  /** Addresses as they stand in the file. */
  readonly sitemaps: readonly string[];
}

/** What is read of the file at least (section 2.5), and here at most. */
export const ROBOTS_MAX_BYTES = 512_000;

/** No honest file has more for one crawler; each costs time at every address. */
const MAX_RULES = 5000;
const MAX_SITEMAPS = 50;

interface Rule {
  readonly allows: boolean;
  /** The longest rule that matches decides. */
  readonly length: number;
  readonly matches: Matcher;
}

/** Everything is allowed: the file does not exist (section 2.3.1.3). */
export const NO_ROBOTS: Robots = { allows: () => true, crawlDelaySeconds: null, sitemaps: [] };

/** Nothing is allowed: the server does not answer for its rules (section 2.3.1.4). */
export const UNREACHABLE_ROBOTS: Robots = { ...NO_ROBOTS, allows: () => false };

/** Reads a file for the crawler of that product token. Groups that name the token count, else those for `*`. */
export function parseRobots(text: string, productToken: string): Robots {
  const named = newGroup();
  const common = newGroup();
  const sitemaps: string[] = [];
  let current: Group[] = [];
  let isHead = false;
  for (const line of text.slice(0, ROBOTS_MAX_BYTES).split(/\r\n|\r|\n/)) {
    const [, name = '', value = ''] = /^\s*([a-z-]+)\s*:([^#]*)/i.exec(line) ?? [];
    const field = name.toLowerCase();
    const trimmed = value.trim();
    if (field === 'user-agent') {
      if (!isHead) current = [];
      isHead = true;
      const agent = /^[a-z_-]+|^\*/i.exec(trimmed)?.[0].toLowerCase();
      const group = agent === productToken.toLowerCase() ? named : agent === '*' ? common : null;
      if (group !== null) current.push(Object.assign(group, { isPresent: true }));
    } else if (field === 'allow' || field === 'disallow') {
      isHead = false;
      for (const group of current) addRule(group, field === 'allow', trimmed);
    } else if (field === 'crawl-delay') {
      isHead = false;
      const seconds = Number(trimmed);
      if (trimmed !== '' && seconds >= 0) for (const group of current) group.crawlDelaySeconds ??= seconds;
    } else if (field === 'sitemap' && trimmed !== '' && sitemaps.length < MAX_SITEMAPS) sitemaps.push(trimmed);
  }
  const { rules, crawlDelaySeconds } = named.isPresent ? named : common;
  return { allows: (url) => isAllowed(rules, url), crawlDelaySeconds, sitemaps };
}

interface Group {
  isPresent: boolean;
  readonly rules: Rule[];
  crawlDelaySeconds: number | null;
}

function newGroup(): Group {
  return { isPresent: false, rules: [], crawlDelaySeconds: null };
}

function addRule({ rules }: Group, allows: boolean, path: string): void {
  // An empty path is no rule: "Disallow:" allows everything.
  if (path === '' || rules.length === MAX_RULES) return;
  const pattern = normalPath(path);
  rules.push({ allows, length: pattern.length, matches: robotsPathMatcher(pattern) });
}

/** The longest rule wins, of two of one length the one that allows. The rules themselves can always be read. */
function isAllowed(rules: readonly Rule[], url: URL): boolean {
  if (url.pathname === '/robots.txt') return true;
  const path = normalPath(`${url.pathname}${url.search}`);
  let best: Rule | null = null;
  for (const rule of rules) {
    const isBetter =
      best === null || rule.length > best.length || (rule.length === best.length && rule.allows && !best.allows);
    if (isBetter && rule.matches(path)) best = rule;
  }
  return best?.allows ?? true;
}

/** One spelling for what can be written with and without percent signs (section 2.2.2). */
function normalPath(path: string): string {
  return normalPercents(path.toWellFormed().replace(/[^\x21-\x7e]/gu, encodeURIComponent));
}
