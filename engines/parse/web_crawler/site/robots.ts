/** Parses robots.txt by RFC 9309, plus the common extensions `Crawl-delay` and `Sitemap`. */
import { normalPercents } from './address.ts';
import { robotsPathMatcher } from './glob.ts';

export interface Robots {
  /** Whether an address of the host may be fetched. */
  allows(url: URL): boolean;
  /** Delay between two requests; `null` when the site sets none. */
  readonly crawlDelaySeconds: number | null;
  /** Addresses verbatim from the file. */
  readonly sitemaps: readonly string[];
}

/** Size limit: the minimum that section 2.5 requires, and the maximum here. */
export const ROBOTS_MAX_BYTES = 512_000;

/** No legitimate file has more for one crawler; each costs time for every address. */
const MAX_RULES = 5000;
/**
 * Total length of the rules with `*` for one crawler; matching an address of `MAX_ADDRESS` against this many takes a
 * few ms.
 */
const MAX_WILDCARD_CHARACTERS = 20_000;
const MAX_SITEMAPS = 50;

interface Rule {
  readonly allows: boolean;
  readonly path: string;
}

/** Everything is allowed: the file does not exist (section 2.3.1.3). */
export const NO_ROBOTS: Robots = { allows: () => true, crawlDelaySeconds: null, sitemaps: [] };

/** Nothing is allowed: robots.txt is unreachable (section 2.3.1.4). */
export const UNREACHABLE_ROBOTS: Robots = { ...NO_ROBOTS, allows: () => false };

/** Parses a file for a crawler's product token. Uses the groups for the token, else those for `*`. */
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
  return { allows: decider(rules), crawlDelaySeconds, sitemaps };
}

interface Group {
  isPresent: boolean;
  readonly rules: Rule[];
  wildcardCharacters: number;
  crawlDelaySeconds: number | null;
}

function newGroup(): Group {
  return { isPresent: false, rules: [], wildcardCharacters: 0, crawlDelaySeconds: null };
}

/** An empty path is not a rule: "Disallow:" allows everything. Rules beyond the limits are ignored. */
function addRule(group: Group, allows: boolean, written: string): void {
  if (written === '' || group.rules.length === MAX_RULES) return;
  const path = normalPath(written);
  if (hasWildcard({ path })) {
    if (group.wildcardCharacters + path.length > MAX_WILDCARD_CHARACTERS) return;
    group.wildcardCharacters += path.length;
  }
  group.rules.push({ allows, path });
}

function hasWildcard({ path }: Pick<Rule, 'path'>): boolean {
  return path.includes('*');
}

/** The longest matching rule decides; in a tie, the one that allows. robots.txt itself is always allowed. */
function decider(rules: readonly Rule[]): Robots['allows'] {
  const ranked = rules.toSorted(compareRules);
  const plain = ranked.filter((rule) => !hasWildcard(rule));
  const patterns = ranked.filter(hasWildcard);
  const firstPattern = robotsPathMatcher(patterns.map(({ path }) => path));
  return (url) => {
    if (url.pathname === '/robots.txt') return true;
    const path = normalPath(`${url.pathname}${url.search}`);
    const found = [plain.find((rule) => matchesPlainly(rule, path)), patterns[firstPattern(path)]];
    const [best] = found.filter((rule) => rule !== undefined).sort(compareRules);
    return best?.allows ?? true;
  };
}

function compareRules(a: Rule, b: Rule): number {
  return b.path.length - a.path.length || Number(b.allows) - Number(a.allows);
}

/** A rule without `*`. */
function matchesPlainly(rule: Rule, path: string): boolean {
  return rule.path.endsWith('$') ? path === rule.path.slice(0, -1) : path.startsWith(rule.path);
}

/** Normalises percent-encoding (section 2.2.2). */
function normalPath(path: string): string {
  return normalPercents(path.toWellFormed().replace(/[^\x21-\x7e]/gu, encodeURIComponent));
}
