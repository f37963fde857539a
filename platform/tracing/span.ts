/** Spans of the service. This file and its callers choose what they record: no text, addresses, keys or messages. */
import { SpanKind, SpanStatusCode, context, trace } from '@opentelemetry/api';
import type { Attributes, Context, Span, SpanOptions } from '@opentelemetry/api';
import { isOwn, newTraceContext, silentSpan, traceContextOf } from './identifiers.ts';

export { SpanKind } from '@opentelemetry/api';
export type { Attributes, Span } from '@opentelemetry/api';

const tracer = trace.getTracer('tidemill');

/**
 * Starts a child span of `parent`, or a new trace without one. Without a collector it records nothing but still has
 * identifiers and propagates the caller's sampling decision. The caller must end it.
 */
export function startSpan(name: string, options: SpanOptions, parent: Context = context.active()): Span {
  const span = tracer.startSpan(name, options, parent);
  if (isOwn(span, parent)) return span;
  const above = trace.getSpan(parent);
  return silentSpan(newTraceContext(above ? traceContextOf(above) : null), above?.spanContext());
}

/**
 * Runs `work` in a new span if it belongs to a request or a step; otherwise, as at process start, without one. A
 * failure is recorded by the error's code or name, never by its message, which may quote user data.
 */
export async function inSpan<T>(
  name: string,
  about: { readonly kind?: SpanKind; readonly attributes?: Attributes },
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const above = trace.getActiveSpan();
  if (!above) return work(silentSpan(newTraceContext()));
  const span = startSpan(name, { kind: SpanKind.INTERNAL, ...about });
  return withSpan(span, () => work(span));
}

/** Runs `work` with the span active, and ends the span when the work settles. */
export async function withSpan<T>(span: Span, work: () => Promise<T>, above: Context = context.active()): Promise<T> {
  try {
    return await context.with(trace.setSpan(above, span), work);
  } catch (error) {
    markFailed(span, nameOf(error));
    throw error;
  } finally {
    span.end();
  }
}

export function markFailed(span: Span, type: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', type);
}

/** Identifiers of the active span, for log lines. */
export function activeIds(): { readonly trace_id?: string; readonly span_id?: string } {
  const position = trace.getActiveSpan()?.spanContext();
  return position ? { trace_id: position.traceId, span_id: position.spanId } : {};
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  // Temporal's failures carry the catalog's code as their type.
  if ('type' in error && typeof error.type === 'string') return error.type;
  return error.name;
}
