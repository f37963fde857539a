/**
 * Costly requests: those whose work grows with a dataset, or with what they ask for. Each takes turns, which tenants
 * share fairly, of a process beside the API's, so that no request fills the API's memory or keeps it from answering
 * others.
 */
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { ServiceError } from '../../errors/index.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { formatTraceparent } from '../../platform/tracing/trace-context.ts';
import type { Reply, Route } from '../contract/route.ts';
import type { Figure } from '../figures.ts';
import { restarting } from '../operations.ts';
import type { Arrived } from '../operations.ts';
import { Admission } from './admission.ts';
import { CostlyProcess, hasEnded } from './costly-process.ts';
import { ID_HEADER, forwardedHeaders, returnedHeaders } from './forwarded.ts';

/**
 * After this time a request gives its turns back, since it waits for a model or for a slow client. It still counts
 * towards its tenant's limit.
 */
const LONGEST_TURN_MS = 10_000;

/** A larger response passes through to the client instead of standing in this process until it is read. */
const SMALL_ANSWER_BYTES = 64 * 1024;

/** A process that ended is replaced within seconds, on a busy machine too. */
const RETRY_AFTER_SECONDS = 5;

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
 * Two processes: an ordinary one, which yields to the rest of the service, and one in reserve. A request is served by
 * the one that has fewer requests of other tenants, the ordinary one if both have as many. The one in reserve starts
 * with the first request, so that an API that serves none is smaller; as long as only one is ready, that one serves all.
 */
export class CostlyRequests {
  readonly #admission = new Admission();
  readonly #metrics: CostlyMetrics;
  readonly #ordinary: CostlyProcess;
  readonly #inReserve: CostlyProcess;
  #served = 0;

  constructor({ logger, metrics, onFigure }: CostlyOptions) {
    const open = (isUrgent: boolean): CostlyProcess =>
      new CostlyProcess({ isUrgent, logger, onFigure, onEnd: () => metrics.ended.inc() });
    this.#metrics = metrics;
    this.#ordinary = open(false);
    this.#inReserve = open(true);
  }

  /** Starts the ordinary process, which the first request would otherwise wait for. */
  start(): void {
    this.#ordinary.start();
  }

  /** Turns that are held, and requests that wait for theirs. */
  get load(): { readonly turns: number; readonly waiting: number } {
    const { taken, waiting } = this.#admission.turns;
    return { turns: taken, waiting };
  }

  /** Serves a request that waits for jobs here, without turns. Throws as {@link serve} does. */
  async waiting(tenantId: string, serve: () => Promise<Reply>): Promise<Reply> {
    const { leave } = this.#enter('waiting', tenantId, 1);
    try {
      return await serve();
    } finally {
      leave();
    }
  }

  /** Throws what {@link serve} would throw now for a request of this many turns. */
  check(tenantId: string, turns: number): void {
    this.#enter('shares', tenantId, turns).leave();
  }

  /**
   * Has a process serve the request when it is its tenant's turn. It counts until the work has ended, whether or not
   * the client stays. Throws `too_much_at_once` and `overloaded`; the latter also when the process ends meanwhile.
   */
  async serve(ctx: Context, costly: Costly): Promise<Reply> {
    const { turns, gone } = costly;
    const { tenantId } = costly.identity;
    const { leave } = this.#enter('shares', tenantId, turns);
    let end = leave;
    try {
      const turn = await this.#admission.turns.take(tenantId, { signal: gone, isUnderWay: false, weight: turns });
      const timer = setTimeout(() => turn.release(), LONGEST_TURN_MS);
      let server: CostlyProcess | undefined;
      end = () => {
        clearTimeout(timer);
        turn.release();
        server?.leave(tenantId);
        leave();
      };
      server = await this.#processFor(tenantId);
      server.enter(tenantId);
      gone.throwIfAborted();
      const reply = await this.#forward(ctx, server, costly);
      if (reply.body instanceof Readable) reply.body.once('close', end);
      else end();
      return reply;
    } catch (error) {
      end();
      throw error;
    }
  }

  /** Refuses what waits for its turn, and tells handlers to stop waiting and answer. */
  stop(): void {
    this.#admission.turns.rejectAll(restarting());
    for (const process of [this.#ordinary, this.#inReserve]) process.stop();
  }

  async close(): Promise<void> {
    await Promise.all([this.#ordinary, this.#inReserve].map((process) => process.close()));
  }

  #enter(kind: 'shares' | 'waiting', tenantId: string, amount: number): { readonly leave: () => void } {
    try {
      return this.#admission[kind].enter(tenantId, amount);
    } catch (error) {
      if (error instanceof ServiceError) this.#metrics.refused.inc({ code: error.code });
      throw error;
    }
  }

  /** Of those that are ready, the one that has the fewest requests of other tenants; if none is, the first to be. */
  async #processFor(tenantId: string): Promise<CostlyProcess> {
    const [reserve, ordinary] = [this.#inReserve, this.#ordinary];
    reserve.start();
    if (!reserve.isReady && !ordinary.isReady) {
      // If neither starts, the connection to the ordinary one fails with the reason.
      await Promise.any([reserve.connect(), ordinary.connect()]).catch(() => undefined);
    }
    if (!reserve.isReady) return ordinary;
    return !ordinary.isReady || reserve.othersThan(tenantId) < ordinary.othersThan(tenantId) ? reserve : ordinary;
  }

  async #forward(
    ctx: Context,
    server: CostlyProcess,
    { method, identity, gone, bytes, trace, requestId }: Costly,
  ): Promise<Reply> {
    const id = String(++this.#served);
    const own = { 'x-request-id': requestId, traceparent: formatTraceparent(trace), [ID_HEADER]: id };
    const headers = forwardedHeaders(ctx.headers, identity, own);
    // The connection stays: its end says that the work has ended.
    gone.addEventListener('abort', () => server.abandon(id), { once: true });
    try {
      const dispatcher = await server.connect();
      const answer = await dispatcher.request({
        origin: 'http://localhost',
        path: ctx.url,
        method: ctx.method === 'HEAD' ? 'HEAD' : method,
        headers,
        body: bytes,
      });
      const { body } = answer;
      // Of a client that has left, nobody reads the rest.
      body.on('error', () => undefined);
      const isSmall = Number(answer.headers['content-length'] ?? Infinity) <= SMALL_ANSWER_BYTES;
      const small = isSmall ? Buffer.from(await body.arrayBuffer()) : null;
      if (gone.aborted) body.destroy();
      gone.throwIfAborted();
      return { status: answer.statusCode, body: small ?? body, headers: returnedHeaders(answer.headers) };
    } catch (error) {
      gone.throwIfAborted();
      if (!hasEnded(error)) throw error;
      const message =
        'The process that served this request ended before it had answered, perhaps for want of memory. It may ' +
        'have taken effect.';
      throw new ServiceError('overloaded', message, { retry_after_seconds: RETRY_AFTER_SECONDS }, error);
    }
  }
}
