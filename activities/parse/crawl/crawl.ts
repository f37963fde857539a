/** A batch of a crawl: visits addresses of the frontier until it is empty, a limit is reached or the time is up. */
import { setTimeout as delay } from 'node:timers/promises';
import type { JobProgress } from '../../../domain/jobs/model.ts';
import type { CrawlSummary } from '../../../domain/parse/results.ts';
import { cleanAddress, crawlScope, Traps } from '../../../engines/parse/web_crawler/site/index.ts';
import type { CrawlOptions } from '../../../engines/parse/web_crawler/options.ts';
import type { Step } from '../../step/step.ts';
import type { Crawl, CrawlDependencies } from './context.ts';
import { Frontier } from '../../../domain/parse/crawl/frontier.ts';
import { Hosts } from './hosts.ts';
import { siteSitemaps } from './sitemaps.ts';
import type { CrawlBatch, CrawlInput } from './types.ts';
import { visit } from './visit.ts';

/** Duration of a batch. The workflow then starts another one, so that even a long crawl has only short steps. */
const BATCH_MS = 5 * 60_000;
/**
 * Duration while slots are scarce, for the tenant that holds the most: Temporal then gives the slot to whose turn it
 * is.
 */
const SHORT_BATCH_MS = 60_000;

/** Hosts visited at once. Each serves one page at a time. */
const HOSTS_AT_ONCE = 4;

/** Cancellations arrive in responses to heartbeats, so the crawl also heartbeats while it waits for a slow page. */
const PULSE_MS = 500;

/** Longest wait before the limits are checked again. */
const MAX_WAIT_MS = 1000;

/** Requests allowed per page of the limit. It bounds a crawl of a site most of whose pages fail. */
const REQUESTS_PER_PAGE = 3;
const REQUESTS_AT_LEAST = 100;

/**
 * Resumes a crawl from its state in the database. Finished pages are never visited again; pages that were in progress
 * when a worker died are visited once more.
 */
export async function crawl(dependencies: CrawlDependencies, input: CrawlInput, step: Step): Promise<CrawlBatch> {
  step.begin();
  const { envelope, crawl: options } = input;
  const deadline = Date.parse(input.began_at) + options.timeout_seconds * 1000;
  const began = Date.now();
  const batchEnd = began + Math.min(BATCH_MS, envelope.limits.step_timeout_ms / 2);
  const isOver = (now: number): boolean => now >= batchEnd || (now >= began + SHORT_BATCH_MS && step.isInTheWay());
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), Math.max(0, deadline - Date.now()));
  /** A visit that the crawl's deadline aborts still counts as waiting, and is skipped with the other waiting pages. */
  const unlessLate = (error: unknown): void => {
    if (!late.signal.aborted || step.signal.aborted) throw error;
  };
  const running = new Map<string, Promise<void>>();
  let pulse: NodeJS.Timeout | undefined;
  try {
    const signal = AbortSignal.any([step.signal, late.signal]);
    const state = await open(dependencies, input, step, signal);
    const { frontier, hosts } = state;
    const tell = (): void => step.onProgress(progressOf(frontier));
    tell();
    pulse = setInterval(tell, PULSE_MS);
    for (;;) {
      step.signal.throwIfAborted();
      if (state.scope === null && running.size === 0) await openScope(state).catch(unlessLate);
      const limit = limitReached(frontier, options, deadline, running.size);
      if (limit !== null || isOver(Date.now())) {
        await Promise.all(running.values());
        if (limit !== null) await frontier.close({}, limit, LIMIT_DETAILS[limit]);
        return { ended_by: limit };
      }
      const hasRoom = running.size < (state.scope === null ? 1 : HOSTS_AT_ONCE);
      const allowance = allowanceOf(state, running.size);
      const row = hasRoom && allowance > 0 ? await frontier.next(hosts.unready()) : null;
      if (row !== null) {
        const visiting = hosts.visit(new URL(row.url), () => visit(state, row, allowance));
        const ended = visiting.catch(unlessLate).finally(() => {
          running.delete(row.id);
          tell();
        });
        running.set(row.id, ended);
        // Handled below, but it may reject before anything awaits it.
        ended.catch(() => {});
      } else if (running.size === 0 && frontier.queued === 0) {
        return { ended_by: 'complete' };
      } else {
        await nextChange(state, [...running.values()]);
      }
    }
  } finally {
    clearTimeout(timer);
    clearInterval(pulse);
    late.abort();
    await Promise.allSettled(running.values());
  }
}

async function open(
  dependencies: CrawlDependencies,
  input: CrawlInput,
  { jobId, priorityKey, spend }: Step,
  signal: AbortSignal,
): Promise<Crawl> {
  const { database, fetch } = dependencies;
  const traps = new Traps();
  const frontier = await Frontier.open(database, jobId, ({ url, state, reason, attempts }) => {
    if (state === 'queued' || attempts > 0) traps.admit(new URL(url));
    if (state === 'done' || reason === 'duplicate' || reason === 'empty') traps.visited(new URL(url), state === 'done');
  });
  if (frontier.size === 0) {
    const url = cleanAddress(input.url) ?? new URL(input.url);
    await frontier.add([{ url, kind: 'page', depth: 0, foundOn: null, reason: null, detail: null }]);
  }
  const respectsRobots = input.crawl.respect_robots;
  const hosts = new Hosts(database, fetch, { jobId, respectsRobots, signal });
  let last: Promise<unknown> = Promise.resolve();
  const alone: Crawl['alone'] = (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
  return { dependencies, input, jobId, frontier, hosts, traps, scope: null, signal, priorityKey, spend, alone };
}

/**
 * Runs once the start page was visited. Its final address sets the scope of the crawl, which continues with the
 * sitemaps.
 */
async function openScope(state: Crawl): Promise<void> {
  const { frontier, hosts, input } = state;
  const start = await frontier.start();
  if (start.state === 'queued') return;
  const root = new URL(start.finalUrl ?? start.url);
  if (input.crawl.sitemaps && frontier.sitemaps === 0) await frontier.add(await siteSitemaps(frontier, hosts, root));
  state.scope = crawlScope(root, input.crawl);
}

function limitReached(
  { queued, done, bytes, requests }: Frontier,
  options: CrawlOptions,
  deadline: number,
  running: number,
): Limit | null {
  if (queued === 0) return null;
  if (Date.now() >= deadline) return 'time_limit';
  if (done >= options.max_pages) return 'page_limit';
  if (running > 0) return null;
  if (bytes >= options.max_bytes) return 'byte_limit';
  return requests >= Math.max(REQUESTS_AT_LEAST, REQUESTS_PER_PAGE * options.max_pages) ? 'request_limit' : null;
}

/** A limit that ends a crawl. */
type Limit = Exclude<CrawlSummary['ended_by'], 'complete'>;

const LIMIT_DETAILS: Readonly<Record<Limit, string>> = {
  page_limit: 'The crawl reached its page limit.',
  byte_limit: 'The crawl reached its byte limit.',
  request_limit: 'The crawl reached its request limit, which follows from its page limit.',
  time_limit: 'The crawl reached its time limit.',
};

/** Maximum size of the next page; 0 while the pages in progress may use up the limits. */
function allowanceOf({ frontier, input, dependencies }: Crawl, running: number): number {
  const { max_pages, max_bytes, max_page_bytes } = input.crawl;
  if (frontier.done + running >= max_pages) return 0;
  const left = max_bytes - frontier.bytes - running * max_page_bytes;
  return Math.max(0, Math.min(left, max_page_bytes, dependencies.config.parse.maxSourceBytes));
}

/** Resolves when a visit has ended, a host may be asked again, or a page may be retried. */
async function nextChange({ frontier, hosts, signal }: Crawl, running: readonly Promise<void>[]): Promise<void> {
  const times = [hosts.nextReadyAt(), await frontier.nextRetryAt()].filter((time) => time !== null);
  const wait = Math.min(MAX_WAIT_MS, ...times.map((time) => Math.max(0, time - Date.now())));
  const waking = new AbortController();
  const rest = delay(wait, undefined, { signal: AbortSignal.any([signal, waking.signal]) }).catch(() => {});
  await Promise.race([...running, rest]);
  waking.abort();
}

function progressOf({ done, queued, skipped }: Frontier): JobProgress {
  return { completed: done, total: null, unit: 'pages', message: `${queued} waiting, ${skipped} left out` };
}
