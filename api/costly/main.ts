/** Entry of a process for costly requests, which the API's process starts (costly-process.ts). Argument: the socket that it listens on. */
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname } from 'node:path';
import Koa from 'koa';
import type { Context, Next } from 'koa';
import { Router } from '@koa/router';
import { ROOT_CONTEXT, context, propagation, trace } from '@opentelemetry/api';
import { readSettings } from '../../platform/config.ts';
import { findEnvironment } from '../../platform/config/env-file.ts';
import { createLogger } from '../../platform/logging/logger.ts';
import { newTraceContext, traceContextOf } from '../../platform/tracing/identifiers.ts';
import { startTracing } from '../../platform/tracing/sdk.ts';
import { readService } from '../../domain/settings.ts';
import { HeapWatch } from '../limits/heap-watch.ts';
import { Metrics } from '../metrics.ts';
import type { RequestState } from '../observe.ts';
import { openServices } from '../open-services.ts';
import { routes } from '../routes.ts';
import { ONE_SPELLING, answerErrors, register } from '../serve.ts';
import type { FromCostly, ToCostly } from './costly-process.ts';
import { MAX_HEADER_BYTES, forwardedIdentity } from './forwarded.ts';

/** A body has been within its limit; written anew, it may be somewhat larger. */
const BODY_GROWTH = 4;

async function main(): Promise<void> {
  const [socketPath] = process.argv.slice(2);
  if (socketPath === undefined || !process.send) throw new Error('This script is run by the API.');
  const send = process.send.bind(process);
  const stopping = new AbortController();
  process.on('message', (_stop: ToCostly) => stopping.abort());
  process.on('disconnect', () => end(socketPath));
  // It may have ended while this process was loading.
  if (!process.connected) end(socketPath);
  // A terminal and some supervisors signal every process at once; the API decides when this one ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

  const { env } = findEnvironment();
  const settings = readSettings(env, readService);
  const logger = createLogger(settings.config.log.level, 'api');
  await startTracing('tidemill-api', settings.config.telemetry.recordsSpans, logger);
  const { services } = openServices(settings, {
    logger,
    stopping: stopping.signal,
    // Nobody scrapes these: what the API's process cannot see is sent to it.
    metrics: new Metrics(),
    record: (figure) => void send(figure satisfies FromCostly),
  });
  const heap = new HeapWatch();
  const { maxBodyBytes } = settings.config.http;
  const app = new Koa<RequestState>();
  const router = new Router<RequestState>(ONE_SPELLING);
  const costly = routes.filter(({ cost }) => typeof cost === 'function');
  register(router, costly, {
    identify: async (ctx) => {
      heap.refuseIfFull();
      return forwardedIdentity(ctx);
    },
    passOn: () => null,
    arriving: (_ctx, _identity, read) => read(BODY_GROWTH * maxBodyBytes),
    form: () => () => Promise.reject(new TypeError('a costly request has no form')),
    answer: (_ctx, { handler }, request) => handler(request, services),
  });
  app.on('error', (error: Error) => logger.error({ err: error }, 'the answer could not be sent'));
  app.use(continued);
  app.use(answerErrors(services));
  app.use(router.routes());
  const serve = app.callback();
  const server = createServer(
    { maxHeaderSize: MAX_HEADER_BYTES, requestTimeout: 0, keepAliveTimeout: 0 },
    (request, response) => void serve(request, response),
  );
  server.listen(socketPath, () => send('ready' satisfies FromCostly));
}

/** Without the API's process, nobody asks any more. */
function end(socketPath: string): never {
  rmSync(dirname(socketPath), { recursive: true, force: true });
  process.exit();
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
