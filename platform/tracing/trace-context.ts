/**
 * W3C Trace Context.
 * @deterministic
 */

/** A position in a trace. */
export interface TraceContext {
  /** 32 lower-case hexadecimal digits. */
  readonly traceId: string;
  /** 16 lower-case hexadecimal digits. */
  readonly spanId: string;
  /** 0..255; the lowest bit marks the trace as sampled. */
  readonly flags: number;
}

const TRACEPARENT = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/**
 * Parses a `traceparent` header; `null` when it is absent or invalid, in which case the standard requires a new
 * trace.
 */
export function parseTraceparent(header: string | undefined): TraceContext | null {
  const match = TRACEPARENT.exec(header?.trim() ?? '');
  const [, version, traceId, spanId, flags, future] = match ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  // Only later versions may have further members.
  if (version === '00' && future !== undefined) return null;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) };
}

/** The `traceparent` header for this position. */
export function formatTraceparent({ traceId, spanId, flags }: TraceContext): string {
  return `00-${traceId}-${spanId}-${flags.toString(16).padStart(2, '0')}`;
}

export function isSampled({ flags }: TraceContext): boolean {
  return (flags & 1) === 1;
}
