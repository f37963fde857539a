/** Observability of requests: identifiers in the response, metrics, a span, and one log line. */
import { randomUUID } from 'node:crypto';
import { ROOT_CONTEXT, propagation, trace } from '@opentelemetry/api';
import type { Context, Next } from 'koa';
import { formatTraceparent } from '../platform/tracing/trace-context.ts';
import type { TraceContext } from '../platform/tracing/trace-context.ts';
import { newTraceContext, silentSpan, traceContextOf } from '../platform/tracing/identifiers.ts';
import { SpanKind, markFailed, startSpan, withSpan } from '../platform/tracing/span.ts';
import type { Span } from '../platform/tracing/span.ts';
import type { Identity } from '../domain/identity/identity.ts';
import type { Metrics } from './metrics.ts';
import type { Services } from './services.ts';

export interface RequestState {
  requestId: string;
  trace: TraceContext;
  /** Path template of the operation; absent for a path that none has. */
  route?: string;
  identity?: Identity;
}

type Observed = Context & { state: RequestState };

/** Identifiers that a caller may give: they come back in headers and logs. */
const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** Requested every few seconds by probes and scrapers: their traces would drown out the others. */
const UNTRACED = /^\/(?:metrics|v1\/health\/\w+)$/;

export function observe({ logger }: Pick<Services, 'logger'>, metrics: Pick<Metrics, 'requests' | 'latency'>) {
  return (ctx: Observed, next: Next): Promise<void> => {
    const began = performance.now();
    const given = ctx.get('x-request-id');
    // Continues the caller's trace.
    const above = propagation.extract(ROOT_CONTEXT, ctx.headers);
    const caller = trace.getSpan(above);
    const span = UNTRACED.test(ctx.path)
      ? silentSpan({ ...newTraceContext(caller && traceContextOf(caller)), flags: 0 })
      : startSpan(ctx.method, { kind: SpanKind.SERVER, attributes: { 'http.request.method': ctx.method } }, above);
    ctx.state.requestId = REQUEST_ID.test(given) ? given : randomUUID();
    ctx.state.trace = traceContextOf(span);
    ctx.set('X-Request-Id', ctx.state.requestId);
    ctx.set('traceparent', formatTraceparent(ctx.state.trace));
    ctx.set('X-Content-Type-Options', 'nosniff');

    const serve = async (): Promise<void> => {
      await next();
      const seconds = (performance.now() - began) / 1000;
      const route = ctx.state.route ?? 'none';
      describeAnswer(span, ctx);
      metrics.requests.inc({ method: ctx.method, route, status: String(ctx.status) });
      metrics.latency.observe({ method: ctx.method, route }, seconds);
      logger.info(
        {
          request_id: ctx.state.requestId,
          method: ctx.method,
          path: ctx.path,
          status: ctx.status,
          ms: Math.round(seconds * 1000),
          tenant: ctx.state.identity?.tenantId,
        },
        'request',
      );
    };
    return withSpan(span, serve, above);
  };
}

function describeAnswer(span: Span, { method, status, state: { route } }: Observed): void {
  if (route !== undefined) span.updateName(`${method} ${route}`).setAttribute('http.route', route);
  span.setAttribute('http.response.status_code', status);
  if (status >= 500) markFailed(span, String(status));
}
