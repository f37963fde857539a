/**
 * Runs one level: warms the endpoint up, sends its requests by an absolute schedule or by users, and adds up what came
 * back.
 */
import { performance } from 'node:perf_hooks';
import { setImmediate, setTimeout } from 'node:timers/promises';
import {
  dueTimes,
  paced,
  isAnswered,
  Durations,
  bodyOf,
  promptOf,
  Tally,
} from '../../../engines/evaluation/performance/index.ts';
import type { Exchange, StoredTally } from '../../../engines/evaluation/performance/index.ts';
import { seededRandom } from '../../../engines/statistics/random.ts';
import { openLoadEndpoint } from './endpoint.ts';
import type { LoadEndpoint } from './endpoint.ts';
import { watchLoop } from './loop-lag.ts';
import type { LevelOrder, LevelProgress } from './order.ts';

const PROGRESS_MS = 500;
const SNAPSHOT_MS = 5000;

/** Characters of the requests of an open loop that are under way, and their number: this process has little memory. */
export const MOST_HELD = 64 * 1024 ** 2;
const MOST_UNDER_WAY = 10_000;

export interface LevelContext {
  /** Ends the level at once; it then rejects with the signal's reason. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: LevelProgress) => void;
}

/**
 * Runs a level, or what earlier processes have left of it. Rejects with the network guard's error when the host is
 * blocked.
 */
export async function runLevel(order: LevelOrder, { signal, onProgress }: LevelContext): Promise<StoredTally> {
  const { plan, before } = order;
  const { load, objective } = plan;
  const endpoint = await openLoadEndpoint({
    ...order,
    connections: Math.min(load.parallel ?? order.maxConnections, order.maxConnections),
    timeoutMs: plan.timeout_seconds * 1000,
  });
  signal.addEventListener('abort', () => void endpoint.close(), { once: true });
  try {
    const requests = new Requests(order, endpoint);
    const warmedUp = await warmUp(requests, order);
    signal.throwIfAborted();
    const tally = new Tally(objective, before);
    const loop = watchLoop((lag) => tally.addLoopLag(lag));
    const progress = setInterval(() => onProgress({ completed: tally.completed }), PROGRESS_MS);
    const snapshots = setInterval(() => onProgress({ snapshot: tally.stored(loop.busyMs()) }), SNAPSHOT_MS);
    try {
      requests.begin();
      const add = (exchange: Exchange): void => tally.add(exchange);
      if (load.rate === null) await closedLoop(requests, order, { add, signal, rampMs: rampOf(order, warmedUp) });
      else await openLoop(requests, order, { add, signal, rate: load.rate });
      signal.throwIfAborted();
      return tally.stored(loop.busyMs());
    } finally {
      clearInterval(progress);
      clearInterval(snapshots);
      loop.stop();
    }
  } finally {
    await endpoint.close();
  }
}

/** The requests of a level: what each says, and whether another one may start. */
class Requests {
  readonly #order: LevelOrder;
  readonly #endpoint: LoadEndpoint;
  readonly #isChat: boolean;
  #next: number;
  #endsAt = 0;
  #held = 0;
  #underWay = 0;

  constructor(order: LevelOrder, endpoint: LoadEndpoint) {
    this.#order = order;
    this.#endpoint = endpoint;
    this.#isChat = new URL(order.url).pathname.endsWith('/chat/completions');
    this.#next = order.before?.counts.completed ?? 0;
  }

  /** Begins the measured part. */
  begin(): void {
    const { plan, before } = this.#order;
    this.#endsAt = performance.now() + plan.load.duration_seconds * 1000 - (before?.elapsed_ms ?? 0);
  }

  /** Whether a request that is due then belongs to the level. */
  isWithin(due: number): boolean {
    return due < this.#endsAt && this.#next < (this.#order.plan.load.number ?? Number.POSITIVE_INFINITY);
  }

  /** Sends the next request, which was due at `intended`. */
  send(intended: number): Promise<Exchange> {
    return this.#send(this.#next++, intended);
  }

  /** Its prompt is not one of the first of the level. */
  warmUp(index: number): Promise<Exchange> {
    return this.#send(-1 - index, performance.now());
  }

  async #send(index: number, intended: number): Promise<Exchange> {
    const { prompts, plan } = this.#order;
    const body = bodyOf(promptOf(prompts, index), this.#isChat, plan.request);
    // Users wait for their answers, so there are never too many.
    if (plan.load.rate !== null && (this.#held + body.length > MOST_HELD || this.#underWay === MOST_UNDER_WAY)) {
      const now = performance.now();
      return { intended, dispatched: now, sent: null, ended: now, retries: 0, outcome: 'saturated' };
    }
    this.#held += body.length;
    this.#underWay++;
    const exchange = await this.#endpoint.send(body, intended);
    this.#held -= body.length;
    this.#underWay--;
    return exchange;
  }
}

/** Opens the sockets and shows the endpoint the model, all at once: each socket serves one request. */
async function warmUp(requests: Requests, { plan, maxConnections }: LevelOrder): Promise<readonly Exchange[]> {
  const { load, warmup } = plan;
  const wanted = warmup ?? load.parallel ?? Math.ceil(load.rate ?? 1);
  return Promise.all(Array.from({ length: Math.min(wanted, maxConnections) }, (_, index) => requests.warmUp(index)));
}

function rampOf({ plan }: LevelOrder, warmedUp: readonly Exchange[]): number {
  if (plan.ramp_seconds !== null) return plan.ramp_seconds * 1000;
  const latencies = new Durations();
  for (const exchange of warmedUp) if (isAnswered(exchange)) latencies.add(exchange.outcome.last - exchange.sent);
  return latencies.summary()?.p50 ?? 0;
}

interface LoopOptions {
  readonly add: (exchange: Exchange) => void;
  readonly signal: AbortSignal;
}

/** Users that start one after the other over the ramp: in lockstep, all would hit the endpoint at the same moments. */
async function closedLoop(
  requests: Requests,
  { plan }: LevelOrder,
  { add, signal, rampMs }: LoopOptions & { readonly rampMs: number },
): Promise<void> {
  const began = performance.now();
  const users = plan.load.parallel ?? 1;
  const user = async (index: number): Promise<void> => {
    await until(began + (rampMs * index) / users, signal);
    for (;;) {
      const now = performance.now();
      if (signal.aborted || !requests.isWithin(now)) return;
      add(await requests.send(now));
    }
  };
  await Promise.all(Array.from({ length: users }, (_, index) => user(index)));
}

async function openLoop(
  requests: Requests,
  { plan, before, maxRate }: LevelOrder,
  { add, signal, rate }: LoopOptions & { readonly rate: number },
): Promise<void> {
  const began = performance.now();
  const random = seededRandom(before?.processes ?? 0);
  const underWay = new Set<Promise<void>>();
  for (const offset of paced(dueTimes(rate, plan.arrivals, random), maxRate)) {
    const due = began + offset;
    if (!requests.isWithin(due)) break;
    await until(due, signal);
    if (signal.aborted) return;
    const request = requests.send(due).then((exchange) => {
      underWay.delete(request);
      add(exchange);
    });
    underWay.add(request);
  }
  await Promise.all(underWay);
}

/**
 * Resolves at a moment, or when aborted. Timers count whole milliseconds, so the rest of the last one is waited for in
 * the loop.
 */
async function until(moment: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const left = moment - performance.now();
    if (left <= 0) return;
    if (left < 1) await setImmediate();
    else await setTimeout(Math.floor(left), undefined, { signal }).catch(() => {});
  }
}
