/** Starts tracing in a process; the standard `OTEL_*` variables configure the export. */
import { ROOT_CONTEXT, SpanStatusCode, TraceFlags, context, propagation, trace } from '@opentelemetry/api';
import type { Attributes, SpanKind } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator, setGlobalErrorHandler } from '@opentelemetry/core';
import type { Logger } from 'pino';
import packageJson from '../../package.json' with { type: 'json' };
import { newSpanId, newTraceId } from './identifiers.ts';

/** A span that was recorded elsewhere, with its own identifiers. */
export interface EndedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** `null` for the first span of a trace. */
  readonly parentSpanId: string | null;
  readonly name: string;
  readonly kind: SpanKind;
  readonly beganAt: Date;
  readonly endedAt: Date;
  readonly attributes: Attributes;
  /** Error code; `null` on success. */
  readonly error: string | null;
}

export interface Tracing {
  /** Whether spans are recorded. */
  readonly records: boolean;
  /** Exports a finished span if its trace is sampled. */
  readonly record: (span: EndedSpan) => void;
  /** Flushes pending spans, for a few seconds at most. */
  readonly stop: () => Promise<void>;
}

/** An unresponsive collector must not delay the end of a process. */
const FLUSH_MS = 5000;

/**
 * Uses `service` as the service name unless the environment sets another. When spans are not exported (`records` is
 * false), traces have identifiers only and OpenTelemetry's SDK is not loaded.
 */
export async function startTracing(service: string, records: boolean, logger: Logger): Promise<Tracing> {
  const contextManager = new AsyncLocalStorageContextManager();
  // No baggage: it is for the caller's own services, not for receivers of webhooks.
  const textMapPropagator = new W3CTraceContextPropagator();
  if (!records) {
    context.setGlobalContextManager(contextManager.enable());
    propagation.setGlobalPropagator(textMapPropagator);
    return { records, record: () => undefined, stop: () => Promise.resolve() };
  }

  const { NodeSDK, resources } = await import('@opentelemetry/sdk-node');
  setGlobalErrorHandler((error) => logger.warn({ err: error }, 'spans could not be exported'));
  const idGenerator = new SpanIds();
  const sdk = new NodeSDK({
    resource: resources.resourceFromAttributes({ 'service.name': service, 'service.version': packageJson.version }),
    // Omits the detector of the command line and its user.
    resourceDetectors: [resources.envDetector, resources.hostDetector, resources.serviceInstanceIdDetector],
    contextManager,
    textMapPropagator,
    idGenerator,
    // Metrics are scraped, and logs are written as lines.
    metricReaders: [],
    logRecordProcessors: [],
  });
  sdk.start();
  const tracer = trace.getTracer('tidemill');
  return {
    records,
    record: (ended) => {
      const { traceId, parentSpanId, name, kind, beganAt, endedAt, attributes, error } = ended;
      const above = parentSpanId === null ? null : { traceId, spanId: parentSpanId, traceFlags: TraceFlags.SAMPLED };
      const parent = above ? trace.setSpanContext(ROOT_CONTEXT, above) : ROOT_CONTEXT;
      const span = idGenerator.using(ended, () =>
        tracer.startSpan(name, { kind, startTime: beganAt, attributes }, parent),
      );
      if (error !== null) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', error);
      span.end(endedAt);
    },
    stop: async () => {
      const late = new Promise<void>((resolve) => setTimeout(resolve, FLUSH_MS).unref());
      await Promise.race([
        sdk.shutdown().catch((error: unknown) => logger.warn({ err: error }, 'spans are lost')),
        late,
      ]);
    },
  };
}

/** Random identifiers, except for spans that already have theirs. */
class SpanIds {
  #given: { readonly traceId: string; readonly spanId: string } | null = null;

  using<T>(given: { readonly traceId: string; readonly spanId: string }, start: () => T): T {
    this.#given = given;
    try {
      return start();
    } finally {
      this.#given = null;
    }
  }

  generateTraceId(): string {
    return this.#given?.traceId ?? newTraceId();
  }

  generateSpanId(): string {
    return this.#given?.spanId ?? newSpanId();
  }
}
