import { randomUUID } from 'node:crypto';
import { trace } from '@opentelemetry/api';
import type { Context, Span, SpanContext } from '@opentelemetry/api';
import type { TraceContext } from '../trace-context.ts';

/** 32 digits. Node keeps UUIDs in store: bytes asked for one by one cost more than all else of a span. */
export function newTraceId(): string {
  return randomUUID().replaceAll('-', '');
}

/** 16 digits, without those of a UUID that say what it is. */
export function newSpanId(): string {
  const uuid = randomUUID();
  return uuid.slice(19, 23) + uuid.slice(24);
}

/** A new position: in the trace of its parent when there is one, otherwise the first of a new, sampled trace. */
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

/** A span that records nothing: its identifiers are all there is of it. */
export function silentSpan({ traceId, spanId, flags }: TraceContext, above?: SpanContext): Span {
  const traceState = above?.traceState;
  return trace.wrapSpanContext({ traceId, spanId, traceFlags: flags, ...(traceState && { traceState }) });
}

/** Whether a position is the active one of a context: the API's own tracer, which does nothing, gives no other. */
export function isOwn(span: Span, parent: Context): boolean {
  const { spanId } = span.spanContext();
  return trace.isSpanContextValid(span.spanContext()) && spanId !== trace.getSpanContext(parent)?.spanId;
}
