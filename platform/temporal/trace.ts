/**
 * Trace propagation through Temporal, shared by workflows and workers. The header is that of Temporal's own
 * OpenTelemetry interceptors, in all languages.
 * @deterministic
 */
import { defaultPayloadConverter } from '@temporalio/common';
import type { Headers } from '@temporalio/common';
import type { Sinks } from '@temporalio/workflow';

const HEADER = '_tracer-data';

/** A trace context in W3C form. */
export interface TraceCarrier {
  readonly traceparent?: string;
  readonly tracestate?: string;
}

export function readTrace(headers: Headers): TraceCarrier {
  const payload = headers[HEADER];
  return payload ? defaultPayloadConverter.fromPayload<TraceCarrier>(payload) : {};
}

export function writeTrace(headers: Headers, carrier: TraceCarrier): Headers {
  return { ...headers, [HEADER]: defaultPayloadConverter.toPayload(carrier) };
}

/** A finished span of a workflow, reported to its worker. */
export interface WorkflowSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly name: string;
  readonly kind: 'producer' | 'consumer';
  /** Milliseconds since 1970, by the workflow's clock. */
  readonly beganAt: number;
  readonly endedAt: number;
  /** Error code; `null` on success. */
  readonly error: string | null;
}

export interface TraceSinks extends Sinks {
  readonly trace: { readonly ended: (span: WorkflowSpan) => void };
}
