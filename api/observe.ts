/** What every request leaves behind: its identifiers in the answer, its figures, and one line in the log. */
import { randomUUID } from 'node:crypto';
import type { Context, Next } from 'koa';
import { formatTraceparent, newTraceContext, parseTraceparent } from '../platform/trace-context.ts';
import type { TraceContext } from '../platform/trace-context.ts';
import type { Identity } from './identity/identity.ts';
import type { Services } from './services.ts';

export interface RequestState {
  requestId: string;
  trace: TraceContext;
  /** Path template of the operation; absent for a path that none has. */
  route?: string;
  identity?: Identity;
}

/** Identifiers that a caller may give: they come back in headers and logs. */
const REQUEST_ID = /^[\w.:-]{1,128}$/;

export function observe({ logger, metrics }: Services) {
  return async (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
    const began = performance.now();
    const given = ctx.get('x-request-id');
    ctx.state.requestId = REQUEST_ID.test(given) ? given : randomUUID();
    ctx.state.trace = newTraceContext(parseTraceparent(ctx.get('traceparent') || undefined));
    ctx.set('X-Request-Id', ctx.state.requestId);
    ctx.set('traceparent', formatTraceparent(ctx.state.trace));
    ctx.set('X-Content-Type-Options', 'nosniff');

    await next();

    const seconds = (performance.now() - began) / 1000;
    const route = ctx.state.route ?? 'none';
    metrics.requests.inc({ method: ctx.method, route, status: String(ctx.status) });
    metrics.latency.observe({ method: ctx.method, route }, seconds);
    logger.info(
      {
        request_id: ctx.state.requestId,
        trace_id: ctx.state.trace.traceId,
        method: ctx.method,
        path: ctx.path,
        status: ctx.status,
        ms: Math.round(seconds * 1000),
        tenant: ctx.state.identity?.tenantId,
      },
      'request',
    );
  };
}
