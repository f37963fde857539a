/** Per-host rules of a crawl: robots.txt, and the pause between requests. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../../platform/database/client.ts';
import { findHost, keepPause, keepRobots } from '../../../domain/parse/crawl/hosts.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { GuardedFetch } from '../../../platform/network-guard/index.ts';
import {
  siteHost,
  NO_ROBOTS,
  parseRobots,
  ROBOTS_MAX_BYTES,
  UNREACHABLE_ROBOTS,
} from '../../../engines/parse/web_crawler/site/index.ts';
import type { Robots } from '../../../engines/parse/web_crawler/site/index.ts';
import { failureReason } from './failure-reason.ts';

/** The crawler's product token in robots.txt files. */
const PRODUCT_TOKEN = 'Tidemill';

/** A longer file is not taken for robots.txt; of a file up to this size, only the beginning is used. */
const ROBOTS_READ_BYTES = 5 * 1024 * 1024;
const ROBOTS_TIMEOUT_MS = 10_000;
const ROBOTS_RETRIES_MS = [1000, 3000];

/** Longest `Crawl-delay` that is respected. A longer one would make a crawl of normal size take days. */
export const MAX_CRAWL_DELAY_MS = 30_000;
/** After a slow response, the host rests as long as the response took, up to this. */
const MAX_OWN_DELAY_MS = 2000;
/** Longest pause for a server that asks for fewer requests. */
const MAX_PAUSE_MS = 300_000;

/** A host is given up after this many consecutive connection failures. */
const MAX_DEAD = 8;

interface Pace {
  busy: boolean;
  readyAt: number;
  crawlDelayMs: number;
  dead: number;
}

export interface HostsOptions {
  readonly jobId: string;
  readonly respectsRobots: boolean;
  readonly signal: AbortSignal;
}

export class Hosts {
  readonly #database: Database;
  readonly #fetch: GuardedFetch;
  readonly #options: HostsOptions;
  readonly #rules = new Map<string, Promise<Robots>>();
  readonly #paces = new Map<string, Pace>();

  constructor(database: Database, fetch: GuardedFetch, options: HostsOptions) {
    this.#database = database;
    this.#fetch = fetch;
    this.#options = options;
  }

  /**
   * The rules of an address's origin, fetched once per crawl. Rejects when the host cannot be reached. A server error
   * disallows everything (RFC 9309, 2.3.1.4).
   */
  rules(url: URL): Promise<Robots> {
    const known = this.#rules.get(url.origin);
    if (known) return known;
    const rules = this.#load(url);
    this.#rules.set(url.origin, rules);
    // A fetch that failed is retried for the next page.
    rules.catch(() => this.#rules.delete(url.origin));
    return rules;
  }

  /** Hosts that may not be requested now. */
  unready(): string[] {
    const now = Date.now();
    return [...this.#paces].flatMap(([host, { busy, readyAt }]) => (busy || readyAt > now ? [host] : []));
  }

  /** When the first resting host may be requested again; `null` when none is resting. */
  nextReadyAt(): number | null {
    const now = Date.now();
    const times = [...this.#paces.values()].flatMap(({ busy, readyAt }) => (!busy && readyAt > now ? [readyAt] : []));
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Runs the one visit that may use the host now; the host rests afterwards. */
  async visit<T>(url: URL, work: () => Promise<T>): Promise<T> {
    const pace = this.#pace(url);
    pace.busy = true;
    try {
      return await work();
    } finally {
      pace.busy = false;
    }
  }

  /** Records how long a response took. */
  answered(url: URL, tookMs: number): void {
    const pace = this.#pace(url);
    pace.dead = 0;
    const rest = Math.max(pace.crawlDelayMs, Math.min(tookMs, MAX_OWN_DELAY_MS));
    pace.readyAt = Math.max(pace.readyAt, Date.now() + rest);
  }

  /** Records a connection failure. Returns whether to give the host up. */
  isDead(url: URL): boolean {
    return ++this.#pace(url).dead >= MAX_DEAD;
  }

  /** Pauses an overloaded host. The pause is stored, so that another worker respects it, too. */
  async pause(url: URL, ms: number): Promise<Date> {
    const notBefore = new Date(Date.now() + Math.min(ms, MAX_PAUSE_MS));
    this.#pace(url).readyAt = notBefore.getTime();
    await keepPause(this.#database, this.#options.jobId, url.origin, notBefore);
    return notBefore;
  }

  #pace(url: URL): Pace {
    const host = siteHost(url);
    const known = this.#paces.get(host);
    if (known) return known;
    const pace = { busy: false, readyAt: 0, crawlDelayMs: 0, dead: 0 };
    this.#paces.set(host, pace);
    return pace;
  }

  async #load(url: URL): Promise<Robots> {
    const { jobId, respectsRobots } = this.#options;
    const { origin } = url;
    const kept = await findHost(this.#database, jobId, origin);
    const text = kept ? kept.robots : await this.#fetchText(origin);
    if (!kept) await keepRobots(this.#database, jobId, origin, text);
    const robots = text === null ? UNREACHABLE_ROBOTS : parseRobots(text, PRODUCT_TOKEN);
    const pace = this.#pace(url);
    pace.readyAt = Math.max(pace.readyAt, kept?.notBefore?.getTime() ?? 0);
    if (!respectsRobots) return { ...NO_ROBOTS, sitemaps: robots.sitemaps };
    pace.crawlDelayMs = Math.min((robots.crawlDelaySeconds ?? 0) * 1000, MAX_CRAWL_DELAY_MS);
    return robots;
  }

  /** The text of robots.txt; empty when there is none, `null` when the server fails. */
  async #fetchText(origin: string): Promise<string | null> {
    const { signal } = this.#options;
    for (let attempt = 0; ; attempt++) {
      const timeout = AbortSignal.timeout(ROBOTS_TIMEOUT_MS);
      try {
        const { body } = await this.#fetch(`${origin}/robots.txt`, {
          maxBytes: ROBOTS_READ_BYTES,
          signal: AbortSignal.any([signal, timeout]),
        });
        return new TextDecoder().decode(body.subarray(0, ROBOTS_MAX_BYTES)).replaceAll('\0', '');
      } catch (error) {
        signal.throwIfAborted();
        if (timeout.aborted) return null;
        if (!(error instanceof ServiceError)) throw error;
        const reason = failureReason(error);
        const isServerError = error.details['status'] === 429 || Number(error.details['status'] ?? 0) >= 500;
        if (reason === 'not_found' || (reason === 'http_status' && !isServerError)) return '';
        // A redirect that leads nowhere counts as no file (2.3.1.2). A file that cannot be read might disallow
        // anything.
        if (reason === 'redirects') return '';
        if (reason === 'too_large' || reason === 'encoding') return null;
        if (!isServerError) throw error;
      }
      const wait = ROBOTS_RETRIES_MS[attempt];
      if (wait === undefined) return null;
      await delay(wait, undefined, { signal });
    }
  }
}
