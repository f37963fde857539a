/** What hosts ask of a crawl: their robots.txt, and how often they may be asked. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../../platform/database/client.ts';
import { findHost, keepPause, keepRobots } from '../../../domain/parse/crawl/hosts.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { GuardedFetch } from '../../../platform/network-guard/index.ts';
import { siteHost } from '../../../engines/parse/web_crawler/address.ts';
import {
  NO_ROBOTS,
  parseRobots,
  ROBOTS_MAX_BYTES,
  UNREACHABLE_ROBOTS,
} from '../../../engines/parse/web_crawler/robots.ts';
import type { Robots } from '../../../engines/parse/web_crawler/robots.ts';
import { failureReason } from './failure-reason.ts';

/** The name that robots.txt files know the crawler by. */
const PRODUCT_TOKEN = 'Tidemill';

/** A longer file is taken for something else; of one up to here the beginning counts. */
const ROBOTS_READ_BYTES = 5 * 1024 * 1024;
const ROBOTS_TIMEOUT_MS = 10_000;
const ROBOTS_RETRIES_MS = [1000, 3000];

/** Longest pause between two requests that is kept: a longer one would make a crawl of a usual size take days. */
export const MAX_CRAWL_DELAY_MS = 30_000;
/** A server that is slow gets as long a pause as its answer took, up to here. */
const MAX_OWN_DELAY_MS = 2000;
/** Longest pause that a server which has had too much is given. */
const MAX_PAUSE_MS = 300_000;

/** A host to which so many pages in a row could not connect is left alone. */
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
   * The rules of an address' origin, fetched once a crawl. Rejects when the host cannot be reached; one that answers with
   * an error of its own allows nothing (RFC 9309, 2.3.1.4).
   */
  rules(url: URL): Promise<Robots> {
    const known = this.#rules.get(url.origin);
    if (known) return known;
    const rules = this.#load(url);
    this.#rules.set(url.origin, rules);
    // What could not be reached is tried again with the next page.
    rules.catch(() => this.#rules.delete(url.origin));
    return rules;
  }

  /** Hosts that may not be asked now. */
  unready(): string[] {
    const now = Date.now();
    return [...this.#paces].flatMap(([host, { busy, readyAt }]) => (busy || readyAt > now ? [host] : []));
  }

  /** When the first host that rests may be asked again; `null` when none rests. */
  nextReadyAt(): number | null {
    const now = Date.now();
    const times = [...this.#paces.values()].flatMap(({ busy, readyAt }) => (!busy && readyAt > now ? [readyAt] : []));
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Runs the only work that may ask the host now; the host then rests. */
  async visit<T>(url: URL, work: () => Promise<T>): Promise<T> {
    const pace = this.#pace(url);
    pace.busy = true;
    try {
      return await work();
    } finally {
      pace.busy = false;
    }
  }

  /** Told how long an answer took. */
  answered(url: URL, tookMs: number): void {
    const pace = this.#pace(url);
    pace.dead = 0;
    const rest = Math.max(pace.crawlDelayMs, Math.min(tookMs, MAX_OWN_DELAY_MS));
    pace.readyAt = Math.max(pace.readyAt, Date.now() + rest);
  }

  /** Told that no connection could be made. Whether the host is to be given up. */
  isDead(url: URL): boolean {
    return ++this.#pace(url).dead >= MAX_DEAD;
  }

  /** Leaves a host alone that has had too much. It is kept, so that a new worker does the same. */
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

  /** Empty when there is none; `null` when the server fails. */
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
        // A redirect that leads nowhere says nothing (2.3.1.2); a file that cannot be read might say anything.
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
