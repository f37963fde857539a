/**
 * Entry of a process for costly requests, which the API's process starts (costly-process.ts). Argument: the socket that
 * it listens on.
 */
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Koa from 'koa';
import type { Context, Next } from 'koa';
import { Router } from '@koa/router';
import { ROOT_CONTEXT, context, propagation, trace } from '@opentelemetry/api';
import { readSettings } from '../../platform/config.ts';
import { whileWaitedFor } from '../../platform/database/fair-reads.ts';
import { findEnvironment } from '../../platform/config/env-file.ts';
import { createLogger } from '../../platform/logging/logger.ts';
import { newTraceContext, traceContextOf } from '../../platform/tracing/identifiers.ts';
import { startTracing } from '../../platform/tracing/sdk.ts';
import { readService } from '../../domain/settings.ts';
import { HeapWatch } from '../limits/heap-watch.ts';
import { Metrics } from '../metrics.ts';
import type { RequestState } from '../observability.ts';
import { openServices } from '../open-services.ts';
import { routes } from '../routes.ts';
import { CLIENT_LEFT, ONE_SPELLING, answerErrors, logUnsent, registerOperations } from '../operations.ts';
import type { FromCostly, ToCostly } from './costly-process.ts';
import { ID_HEADER, MAX_HEADER_BYTES, forwardedIdentity } from './forwarded.ts';

/** How long spans may take to be exported at the end. */
const FLUSH_MS = 1000;

async function main(): Promise<void> {
  const [socketPath] = process.argv.slice(2);
  if (socketPath === undefined || !process.send) throw new Error('This script is run by the API.');
  // The API's process may be gone: then nobody hears of it.
  const send = (message: FromCostly): unknown => process.send?.(message, undefined, undefined, () => undefined);
  const stopping = new AbortController();
  /** The requests that are served, by the number that the API's process gave them. */
  const served = new Map<string, AbortController>();
  process.on('message', (message: ToCostly) => {
    if (message === 'stop') stopping.abort();
    else served.get(message.left)?.abort(CLIENT_LEFT);
  });
  // A terminal and some supervisors signal every process at once; the API decides when this one ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

  const { env } = findEnvironment();
  const settings = readSettings(env, readService);
  const logger = createLogger(settings.config.log.level, 'api');
  const tracing = await startTracing('tidemill-api', settings.config.telemetry.recordsSpans, logger);
  // Without the API's process, nobody asks any more.
  const end = async (): Promise<void> => {
    rmSync(dirname(socketPath), { recursive: true, force: true });
    await Promise.race([tracing.stop(), delay(FLUSH_MS)]);
    process.exit();
  };
  process.once('disconnect', () => void end());
  // It may have ended while this process was loading.
  if (!process.connected) return end();

  const { services } = openServices(settings, {
    logger,
    stopping: stopping.signal,
    metrics: new Metrics(),
    record: send,
  });
  const heap = new HeapWatch();
  const app = new Koa<RequestState>();
  const router = new Router<RequestState>(ONE_SPELLING);
  const costly = routes.filter(({ cost }) => typeof cost === 'function');
  registerOperations(router, costly, {
    onArrival: (ctx, gone) => {
      const id = ctx.get(ID_HEADER);
      served.set(id, gone);
      ctx.res.once('close', () => served.delete(id));
    },
    identify: async (ctx) => {
      heap.refuseIfFull();
      return forwardedIdentity(ctx);
    },
    arriving: (_ctx, _route, _identity, read) => read(settings.config.http.maxBodyBytes),
    form: () => () => Promise.reject(new TypeError('a costly request has no form')),
    answer: (_ctx, { handler }, arrived) => whileWaitedFor(arrived.gone, () => handler(arrived.read(), services)),
  });
  app.on('error', logUnsent(services));
  app.use(continued);
  app.use(answerErrors(services));
  app.use(router.routes());
  const serve = app.callback();
  const server = createServer(
    { maxHeaderSize: MAX_HEADER_BYTES, requestTimeout: 0, keepAliveTimeout: 0 },
    (request, response) => void serve(request, response),
  );
  server.listen(socketPath, () => send('ready'));
}

/** The request as the API's process has named and traced it. */
function continued(ctx: Context & { state: RequestState }, next: Next): Promise<void> {
  const above = propagation.extract(ROOT_CONTEXT, ctx.headers);
  const span = trace.getSpan(above);
  ctx.state.requestId = ctx.get('x-request-id');
  ctx.state.trace = span ? traceContextOf(span) : newTraceContext();
  return context.with(above, next);
}

await main();
