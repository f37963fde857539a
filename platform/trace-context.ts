import { randomBytes } from 'node:crypto';

/** One position in a trace (W3C Trace Context). */
export interface TraceContext {
  /** 32 lower-case hexadecimal digits. */
  readonly traceId: string;
  /** 16 lower-case hexadecimal digits. */
  readonly spanId: string;
  /** 0..255; the lowest bit says that the trace is sampled. */
  readonly flags: number;
}

const TRACEPARENT = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** Reads a `traceparent` header; `null` when it is absent or breaks the rules, as the standard asks: start a new trace. */
export function parseTraceparent(header: string | undefined): TraceContext | null {
  const match = TRACEPARENT.exec(header?.trim() ?? '');
  const [, version, traceId, spanId, flags, future] = match ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  // Only later versions may have further members.
  if (version === '00' && future !== undefined) return null;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) };
}

/** A new span: in the caller's trace when there is one, otherwise the first of a new, sampled trace. */
export function newTraceContext(parent: TraceContext | null = null): TraceContext {
  return {
    traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    flags: parent?.flags ?? 1,
  };
}

/** The `traceparent` header that hands this position on. */
export function formatTraceparent({ traceId, spanId, flags }: TraceContext): string {
  return `00-${traceId}-${spanId}-${flags.toString(16).padStart(2, '0')}`;
}
