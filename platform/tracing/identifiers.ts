/** Trace and span identifiers. */
import { randomUUID } from 'node:crypto';
import { trace } from '@opentelemetry/api';
import type { Context, Span, SpanContext } from '@opentelemetry/api';
import type { TraceContext } from './trace-context.ts';

/**
 * 32 digits. Taken from UUIDs, which Node generates in batches: separate random bytes cost more than the rest of a
 * span.
 */
export function newTraceId(): string {
  return randomUUID().replaceAll('-', '');
}

/** 16 digits, without the version and variant digits of a UUID. */
export function newSpanId(): string {
  const uuid = randomUUID();
  return uuid.slice(19, 23) + uuid.slice(24);
}

/** A new position: in the parent's trace if there is one, otherwise the first of a new, sampled trace. */
export function newTraceContext(parent: TraceContext | null = null): TraceContext {
  return {
    traceId: parent?.traceId ?? newTraceId(),
    spanId: newSpanId(),
    flags: parent?.flags ?? 1,
  };
}

/** The position of a span. */
export function traceContextOf(span: Span): TraceContext {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return { traceId, spanId, flags: traceFlags };
}

/** A non-recording span, which has identifiers only. */
export function silentSpan({ traceId, spanId, flags }: TraceContext, above?: SpanContext): Span {
  const traceState = above?.traceState;
  return trace.wrapSpanContext({ traceId, spanId, traceFlags: flags, ...(traceState && { traceState }) });
}

/** Whether the span has a position of its own. OpenTelemetry's no-op tracer returns the position of the parent. */
export function isOwn(span: Span, parent: Context): boolean {
  const { spanId } = span.spanContext();
  return trace.isSpanContextValid(span.spanContext()) && spanId !== trace.getSpanContext(parent)?.spanId;
}
