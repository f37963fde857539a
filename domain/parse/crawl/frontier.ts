/**
 * The state of a crawl in Postgres: the URLs it has found and the outcome of each. One row per URL ensures that none is
 * visited twice. A page is finished in one transaction with its document and its links, so a crawl that is killed at
 * any moment can continue from here.
 */
import { derivedId } from '../../ids.ts';
import type { Database, Statements } from '../../../platform/database/client.ts';
import type { CrawlPage, Prisma } from '../../../platform/database/generated/client.ts';
import { addressKey, siteHost } from '../../../engines/parse/web_crawler/site/index.ts';
import type { SkipReason } from '../../../engines/parse/web_crawler/options.ts';

export type { CrawlPage } from '../../../platform/database/generated/client.ts';

/** A URL that was found. Without a reason it will be visited. */
export interface FoundAddress {
  readonly url: URL;
  readonly kind: 'page' | 'sitemap';
  readonly depth: number;
  readonly foundOn: string | null;
  readonly reason: SkipReason | null;
  readonly detail: string | null;
}

/** The outcome of a claimed page. */
export interface Outcome {
  readonly state: 'done' | 'skipped' | 'failed';
  readonly reason: SkipReason | null;
  readonly detail: string | null;
  readonly bytes: number;
  readonly facts?: Pick<
    Prisma.CrawlPageUpdateManyMutationInput,
    'finalUrl' | 'title' | 'mediaType' | 'words' | 'markdownBytes' | 'contentHash' | 'rendered' | 'fetchedAt'
  >;
  readonly document?: Omit<Prisma.DocumentUncheckedCreateInput, 'id' | 'jobId' | 'createdAt'>;
  /** The final URL of the page, if it differs. */
  readonly alias?: URL;
  readonly found?: readonly FoundAddress[];
}

/** Rows per statement. */
const BATCH = 500;

/** The state of a URL, and for a finished page or an alias of one, the URL of the page. */
interface Known {
  state: string;
  reason: string | null;
  page: string | null;
}

export class Frontier {
  readonly #db: Database['db'];
  readonly #jobId: string;
  readonly #known = new Map<string, Known>();
  /** Finished pages, queued URLs, skipped pages. */
  done = 0;
  queued = 0;
  skipped = 0;
  sitemaps = 0;
  /** Bytes of all responses. */
  bytes = 0;
  /** Number of claims. */
  requests = 0;

  private constructor(db: Database['db'], jobId: string) {
    this.#db = db;
    this.#jobId = jobId;
  }

  /** Reads the rows of earlier attempts and batches. Calls `onKnown` for each URL in order of discovery. */
  static async open({ db }: Database, jobId: string, onKnown: (row: CrawlPage) => void): Promise<Frontier> {
    const frontier = new Frontier(db, jobId);
    const rows = await db.crawlPage.findMany({ where: { jobId }, orderBy: { sequence: 'asc' } });
    for (const row of rows) {
      frontier.#remember(row.id, row);
      frontier.bytes += row.bytes;
      frontier.requests += row.attempts;
      onKnown(row);
    }
    return frontier;
  }

  /** Number of known URLs. */
  get size(): number {
    return this.#known.size;
  }

  /**
   * Whether finding the URL again changes nothing. A followable link makes a URL eligible that was skipped for
   * `nofollow`.
   */
  isDecided(url: URL, nofollow: boolean): boolean {
    const known = this.#known.get(this.#id(url));
    return known !== undefined && (nofollow || known.reason !== 'nofollow');
  }

  /** Whether the URL is queued in a row other than `except`. */
  awaits(url: URL, except: CrawlPage): boolean {
    const id = this.#id(url);
    return id !== except.id && this.#known.get(id)?.state === 'queued';
  }

  /** The URL of the finished page that this URL leads to; `null` when there is none, or it is `except`. */
  finishedAs(url: URL, except: CrawlPage): string | null {
    const id = this.#id(url);
    return id === except.id ? null : (this.#known.get(id)?.page ?? null);
  }

  /** Adds unknown URLs. A URL skipped only for `nofollow` is queued once a followable link to it is found. */
  async add(found: readonly FoundAddress[]): Promise<void> {
    await this.#write(this.#db, this.#unknown(found));
  }

  /** The next URL to visit: the nearest to the start page on a host that is not busy. */
  next(busyHosts: readonly string[]): Promise<CrawlPage | null> {
    return this.#db.crawlPage.findFirst({
      where: {
        jobId: this.#jobId,
        state: 'queued',
        host: { notIn: [...busyHosts] },
        OR: [{ notBefore: null }, { notBefore: { lte: new Date() } }],
      },
      orderBy: [{ depth: 'asc' }, { sequence: 'asc' }],
    });
  }

  /** The earliest time at which a postponed URL may be retried; `null` when there is none. */
  async nextRetryAt(): Promise<number | null> {
    const where = { jobId: this.#jobId, state: 'queued', notBefore: { gt: new Date() } };
    const row = await this.#db.crawlPage.findFirst({ where, orderBy: { notBefore: 'asc' } });
    return row?.notBefore?.getTime() ?? null;
  }

  /** Claims a page before it is fetched. Only the holder of the returned row can finish it. */
  async take(row: CrawlPage): Promise<CrawlPage | null> {
    const attempts = row.attempts + 1;
    const taken = await this.#db.crawlPage.updateMany({ where: this.#mine(row), data: { attempts } });
    if (taken.count === 0) return null;
    this.requests++;
    return { ...row, attempts };
  }

  /** Postpones a page for a retry. */
  async postpone(row: CrawlPage, notBefore: Date): Promise<void> {
    await this.#db.crawlPage.updateMany({ where: this.#mine(row), data: { notBefore } });
  }

  /** Writes the outcome of a page. Has no effect if the page was finished in the meantime. */
  async settle(row: CrawlPage, outcome: Outcome): Promise<void> {
    const { state, reason, detail, bytes, facts, document, alias, found = [] } = outcome;
    const aliasId = alias && this.#id(alias);
    const added = this.#unknown(found);
    const settled = await this.#db.$transaction(async (tx) => {
      const data = { state, reason, detail, bytes: { increment: bytes }, notBefore: null, ...facts };
      const { count } = await tx.crawlPage.updateMany({ where: this.#mine(row), data });
      if (count === 0) return false;
      if (document) {
        const create = { id: row.id, jobId: this.#jobId, createdAt: new Date(), ...document };
        await tx.document.upsert({ where: { id: row.id }, create, update: document });
      }
      if (alias && aliasId !== undefined && aliasId !== row.id) await this.#writeAlias(tx, aliasId, alias, row);
      await this.#write(tx, added);
      return true;
    });
    if (!settled) return;
    this.queued--;
    this.bytes += bytes;
    this.#count(row.kind, state);
    this.#known.set(row.id, { state, reason, page: state === 'done' ? row.url : null });
    if (aliasId === undefined || aliasId === row.id) return;
    const before = this.#known.get(aliasId);
    if (before !== undefined && before.state !== 'queued') return;
    if (before !== undefined) this.queued--;
    this.#known.set(aliasId, { state: 'alias', reason: null, page: row.url });
  }

  /** A finished page with the same content; `null` when there is none. */
  async findContent(contentHash: string): Promise<string | null> {
    const where = { jobId: this.#jobId, state: 'done', contentHash };
    return (await this.#db.crawlPage.findFirst({ where, select: { url: true } }))?.url ?? null;
  }

  /** Skips all queued pages. */
  async close(where: Prisma.CrawlPageWhereInput, reason: SkipReason, detail: string): Promise<void> {
    const { count } = await this.#db.crawlPage.updateMany({
      where: { ...where, jobId: this.#jobId, state: 'queued' },
      data: { state: 'skipped', reason, detail },
    });
    this.queued -= count;
    this.skipped += count;
  }

  /** The start page of the crawl. */
  start(): Promise<CrawlPage> {
    return this.#db.crawlPage.findFirstOrThrow({ where: { jobId: this.#jobId }, orderBy: { sequence: 'asc' } });
  }

  #id(url: URL): string {
    return derivedId('doc', [this.#jobId, addressKey(url)]);
  }

  #mine({ id, attempts }: CrawlPage) {
    return { id, attempts, state: 'queued' };
  }

  /** The page queued under this URL is no longer queued. */
  async #writeAlias(tx: Statements, id: string, url: URL, of: CrawlPage): Promise<void> {
    const alias = { state: 'alias', detail: of.url };
    const place = { id, jobId: this.#jobId, url: url.href, host: siteHost(url), depth: of.depth };
    await tx.crawlPage.createMany({ data: { ...place, ...alias }, skipDuplicates: true });
    await tx.crawlPage.updateMany({ where: { id, state: 'queued' }, data: alias });
  }

  #unknown(found: readonly FoundAddress[]): Map<string, FoundAddress> {
    const unknown = new Map<string, FoundAddress>();
    for (const address of found) {
      const id = this.#id(address.url);
      const known = this.#known.get(id);
      const isFreed = known?.reason === 'nofollow' && address.reason === null;
      if ((known === undefined || isFreed) && !unknown.has(id)) unknown.set(id, address);
    }
    return unknown;
  }

  async #write(tx: Statements, found: ReadonlyMap<string, FoundAddress>): Promise<void> {
    const freed = [...found.keys()].filter((id) => this.#known.has(id));
    if (freed.length > 0) {
      const data = { state: 'queued', reason: null, detail: null };
      await tx.crawlPage.updateMany({ where: { id: { in: freed }, reason: 'nofollow' }, data });
      this.skipped -= freed.length;
    }
    const rows = [...found].map(([id, { url, kind, depth, foundOn, reason, detail }]) => ({
      id,
      jobId: this.#jobId,
      kind,
      url: url.href,
      host: siteHost(url),
      depth,
      foundOn,
      reason,
      detail,
      state: reason === null ? 'queued' : 'skipped',
    }));
    for (let at = 0; at < rows.length; at += BATCH) {
      await tx.crawlPage.createMany({ data: rows.slice(at, at + BATCH), skipDuplicates: true });
    }
    for (const row of rows) this.#remember(row.id, row);
  }

  #remember(id: string, row: Pick<CrawlPage, 'state' | 'kind' | 'reason' | 'url'> & { detail: string | null }): void {
    const { state, kind, reason, url } = row;
    const page = state === 'done' ? url : state === 'alias' ? row.detail : null;
    this.#known.set(id, { state, reason, page });
    if (kind === 'sitemap') this.sitemaps++;
    this.#count(kind, state);
  }

  #count(kind: string, state: string): void {
    if (state === 'queued') this.queued++;
    else if (kind === 'page' && state === 'done') this.done++;
    else if (kind === 'page' && state !== 'alias') this.skipped++;
  }
}
