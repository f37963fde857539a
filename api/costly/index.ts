/**
 * Costly requests: those whose work grows with a dataset, or with what they ask for. Each takes turns, which tenants share fairly, of a
 * process beside the API's, so that no request fills the API's memory or keeps it from answering others.
 */
import type { Readable } from 'node:stream';
import type { Context } from 'koa';
import { ServiceError } from '../../errors/index.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { formatTraceparent } from '../../platform/tracing/trace-context.ts';
import type { Reply, Route } from '../contract/route.ts';
import type { Figure } from '../figures.ts';
import type { Arrived } from '../serve.ts';
import { Admission } from './admission.ts';
import type { AdmissionFigures } from './admission.ts';
import { CostlyProcess } from './costly-process.ts';
import { forwardedHeaders } from './forwarded.ts';

/**
 * A request that takes longer leaves its turns to others: it waits for a model, or its client reads slowly. It still counts as in
 * progress.
 */
const LONGEST_TURN_MS = 10_000;

const RETRY_AFTER_SECONDS = 5;

/** Of the response, what this process says itself. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'date',
]);

export interface CostlyMetrics extends AdmissionFigures {
  readonly refused: { inc(labels: { readonly code: string }): void };
  readonly ended: { inc(): void };
}

export interface CostlyOptions {
  readonly logger: Logger;
  readonly metrics: CostlyMetrics;
  readonly onFigure: (figure: Figure) => void;
}

export interface Costly extends Arrived {
  readonly method: Route['method'];
  readonly turns: number;
  /** Reads the body, once the request is admitted; `null` when it has none. */
  readonly body: () => Promise<Uint8Array | null>;
}

/**
 * Two processes: one for all tenants, which yields to the rest of the service, and one in reserve, which serves only tenants that
 * have no request at the first. The latter starts with the first request of a second tenant.
 */
export class CostlyRequests {
  readonly #admission: Admission;
  readonly #metrics: CostlyMetrics;
  readonly #ordinary: CostlyProcess;
  readonly #inReserve: CostlyProcess;
  #firstTenant: string | undefined;

  constructor({ logger, metrics, onFigure }: CostlyOptions) {
    const process = (isUrgent: boolean): CostlyProcess =>
      new CostlyProcess({ isUrgent, logger, onFigure, onEnd: () => metrics.ended.inc() });
    this.#admission = new Admission(metrics);
    this.#metrics = metrics;
    this.#ordinary = process(false);
    this.#inReserve = process(true);
  }

  /** Starts the process for all tenants, which the first request would otherwise wait for. */
  start(): void {
    this.#ordinary.start();
  }

  /** Serves a request that waits for jobs here: it takes no turns, and counts as one in progress. */
  async waiting(tenantId: string, serve: () => Promise<Reply>): Promise<Reply> {
    const { leave } = this.#enter(tenantId, 1);
    try {
      return await serve();
    } finally {
      leave();
    }
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
    try {
      const body = await costly.body();
      const turn = await this.#admission.turn(tenantId, turns, gone);
      const release = (): void => {
        clearTimeout(timer);
        turn.release();
      };
      const timer = setTimeout(release, LONGEST_TURN_MS);
      ctx.res.once('close', release);
      try {
        const reply = await this.#forward(ctx, { ...costly, body });
        if (Buffer.isBuffer(reply.body)) release();
        return reply;
      } catch (error) {
        release();
        throw error;
      }
    } catch (error) {
      leave();
      throw error;
    }
  }

  stop(): void {
    for (const process of [this.#ordinary, this.#inReserve]) process.stop();
  }

  async close(): Promise<void> {
    await Promise.all([this.#ordinary, this.#inReserve].map((process) => process.close()));
  }

  #enter(tenantId: string, turns: number): { readonly leave: () => void } {
    try {
      return this.#admission.enter(tenantId, turns);
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

  /** A body of known length is read whole, so that a slow client keeps no turns; a stream passes through. */
  async #forward(
    ctx: Context,
    { method, identity, gone, body, trace, requestId }: Omit<Costly, 'body'> & { readonly body: Uint8Array | null },
  ): Promise<Reply> {
    const process = this.#processFor(identity.tenantId);
    const { leave } = process.enter(identity.tenantId);
    ctx.res.once('close', leave);
    const own = { 'x-request-id': requestId, traceparent: formatTraceparent(trace) };
    try {
      const dispatcher = await process.connect();
      const {
        statusCode: status,
        headers,
        body: answer,
      } = await dispatcher.request({
        origin: 'http://localhost',
        path: ctx.url,
        method,
        headers: forwardedHeaders(ctx.headers, identity, own),
        body,
        signal: gone,
      });
      const isWhole = headers['content-length'] !== undefined;
      return {
        status,
        body: isWhole ? Buffer.from(await answer.arrayBuffer()) : (answer satisfies Readable),
        headers: Object.fromEntries(
          Object.entries(headers).flatMap(([name, value]) =>
            value === undefined || LEFT_OUT.has(name) ? [] : [[name, String(value)]],
          ),
        ),
      };
    } catch (error) {
      gone.throwIfAborted();
      const message =
        'The process that served this request ended, perhaps for want of memory, before it had an answer.';
      throw new ServiceError('overloaded', message, { retry_after_seconds: RETRY_AFTER_SECONDS }, error);
    }
  }
}
