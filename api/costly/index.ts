/**
 * Costly requests: those whose work grows with a dataset, or with what they ask for. Each takes turns, which tenants share fairly, of a
 * process beside the API's, so that no request fills the API's memory or keeps it from answering others.
 */
import type { Context } from 'koa';
import { ServiceError } from '../../errors/index.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { formatTraceparent } from '../../platform/tracing/trace-context.ts';
import type { Reply, Route } from '../contract/route.ts';
import type { Figure } from '../figures.ts';
import type { Arrived } from '../operations.ts';
import { Admission } from './admission.ts';
import { CostlyProcess, hasEnded } from './costly-process.ts';
import { forwardedHeaders, returnedHeaders } from './forwarded.ts';

/**
 * After this time a request gives its turns back, since it waits for a model or for a slow client. It still counts towards its tenant's
 * limit.
 */
const LONGEST_TURN_MS = 10_000;

/** Turns that a request counts for that waits for its jobs: a tenant may have 32 open. */
const WAITING_TURNS = 4;

/** A larger response passes through to the client instead of standing in this process until it is read. */
const SMALL_ANSWER_BYTES = 64 * 1024;

/** A process that ended is replaced within a second or two. */
const RETRY_AFTER_SECONDS = 2;

export interface CostlyMetrics {
  readonly refused: { inc(labels: { readonly code: string }): void };
  readonly ended: { inc(): void };
}

export interface CostlyOptions {
  readonly logger: Logger;
  readonly metrics: CostlyMetrics;
  readonly onFigure: (figure: Figure) => void;
}

export interface Costly extends Pick<Arrived, 'identity' | 'trace' | 'requestId' | 'gone' | 'bytes'> {
  readonly method: Route['method'];
  readonly turns: number;
}

/**
 * Two processes: one for all tenants, which yields to the rest of the service, and one in reserve. A request is served by the one that has the
 * fewest requests of other tenants, the former if both have none. The reserve starts with the first request of a second tenant.
 */
export class CostlyRequests {
  readonly #admission = new Admission();
  readonly #metrics: CostlyMetrics;
  readonly #ordinary: CostlyProcess;
  readonly #inReserve: CostlyProcess;
  #firstTenant: string | undefined;

  constructor({ logger, metrics, onFigure }: CostlyOptions) {
    const open = (isUrgent: boolean): CostlyProcess =>
      new CostlyProcess({ isUrgent, logger, onFigure, onEnd: () => metrics.ended.inc() });
    this.#metrics = metrics;
    this.#ordinary = open(false);
    this.#inReserve = open(true);
  }

  /** Starts the process for all tenants, which the first request would otherwise wait for. */
  start(): void {
    this.#ordinary.start();
  }

  /** Turns that are held, and requests that wait for theirs. */
  get load(): { readonly turns: number; readonly waiting: number } {
    const { taken, waiting } = this.#admission.turns;
    return { turns: taken, waiting };
  }

  /** Serves a request that waits for jobs here, without turns. Throws as {@link serve} does. */
  waiting(ctx: Context, tenantId: string, serve: () => Promise<Reply>): Promise<Reply> {
    const { leave } = this.#enter(tenantId, WAITING_TURNS);
    ctx.res.once('close', leave);
    return serve();
  }

  /**
   * Has a process serve the request when it is its tenant's turn. Throws `too_much_at_once` and `overloaded`; the latter also when
   * the process ends meanwhile.
   */
  async serve(ctx: Context, costly: Costly): Promise<Reply> {
    const { turns, gone } = costly;
    const { tenantId } = costly.identity;
    const { leave } = this.#enter(tenantId, turns);
    ctx.res.once('close', leave);
    this.#firstTenant ??= tenantId;
    if (tenantId !== this.#firstTenant) this.#inReserve.start();
    const turn = await this.#admission.turns.take(tenantId, { signal: gone, isUnderWay: false, weight: turns });
    const timer = setTimeout(() => turn.release(), LONGEST_TURN_MS);
    const release = (): void => {
      clearTimeout(timer);
      turn.release();
    };
    // It may have left in the moment in which it got its turn.
    if (gone.aborted) release();
    gone.throwIfAborted();
    ctx.res.once('close', release);
    const reply = await this.#forward(ctx, costly);
    if (Buffer.isBuffer(reply.body)) release();
    return reply;
  }

  /** Tells handlers to stop waiting and answer. */
  stop(): void {
    for (const process of [this.#ordinary, this.#inReserve]) process.stop();
  }

  async close(): Promise<void> {
    await Promise.all([this.#ordinary, this.#inReserve].map((process) => process.close()));
  }

  #enter(tenantId: string, turns: number): { readonly leave: () => void } {
    try {
      return this.#admission.shares.enter(tenantId, turns);
    } catch (error) {
      if (error instanceof ServiceError) this.#metrics.refused.inc({ code: error.code });
      throw error;
    }
  }

  /** The one that has the fewest requests of other tenants. */
  #processFor(tenantId: string): CostlyProcess {
    const [reserve, ordinary] = [this.#inReserve, this.#ordinary];
    return reserve.isReady && reserve.othersThan(tenantId) < ordinary.othersThan(tenantId) ? reserve : ordinary;
  }

  async #forward(ctx: Context, { method, identity, gone, bytes, trace, requestId }: Costly): Promise<Reply> {
    const server = this.#processFor(identity.tenantId);
    server.enter(identity.tenantId);
    ctx.res.once('close', () => server.leave(identity.tenantId));
    const own = { 'x-request-id': requestId, traceparent: formatTraceparent(trace) };
    const headers = forwardedHeaders(ctx.headers, identity, own);
    try {
      const dispatcher = await server.connect();
      const answer = await dispatcher.request({
        ...{ origin: 'http://localhost', path: ctx.url, method, headers, body: bytes, signal: gone },
      });
      const isSmall = Number(answer.headers['content-length'] ?? Infinity) <= SMALL_ANSWER_BYTES;
      return {
        status: answer.statusCode,
        body: isSmall ? Buffer.from(await answer.body.arrayBuffer()) : answer.body,
        headers: returnedHeaders(answer.headers),
      };
    } catch (error) {
      gone.throwIfAborted();
      if (!hasEnded(error)) throw error;
      const message =
        'The process that served this request ended before it had answered, perhaps for want of memory. It may have taken effect.';
      throw new ServiceError('overloaded', message, { retry_after_seconds: RETRY_AFTER_SECONDS }, error);
    }
  }
}
