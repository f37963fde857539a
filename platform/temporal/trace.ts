/**
 * How traces pass through Temporal: what workflows and workers agree on. Pure, so that workflows can import it. The header
 * is the one of Temporal's own OpenTelemetry interceptors, in every language.
 */
import { defaultPayloadConverter } from '@temporalio/common';
import type { Headers } from '@temporalio/common';
import type { Sinks } from '@temporalio/workflow';

const HEADER = '_tracer-data';

/** A position as W3C Trace Context writes it. */
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

/** A span of a workflow, told to its worker when it has ended. */
export interface WorkflowSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly name: string;
  readonly kind: 'producer' | 'consumer';
  /** Milliseconds since 1970, by the workflow's clock. */
  readonly beganAt: number;
  readonly endedAt: number;
  /** Code of what it failed with; `null` when it did not. */
  readonly error: string | null;
}

export interface TraceSinks extends Sinks {
  readonly trace: { readonly ended: (span: WorkflowSpan) => void };
}
