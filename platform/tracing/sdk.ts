/** Starts tracing in a process: the standard `OTEL_*` variables say where spans go. */
import { ROOT_CONTEXT, SpanStatusCode, TraceFlags, context, propagation, trace } from '@opentelemetry/api';
import type { Attributes, SpanKind } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator, setGlobalErrorHandler } from '@opentelemetry/core';
import type { Logger } from 'pino';
import packageJson from '../../package.json' with { type: 'json' };
import { newSpanId, newTraceId } from './identifiers.ts';

/** A span that was kept elsewhere, under identifiers of its own, until it ended. */
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
  /** What it failed with; `null` when it did not. */
  readonly error: string | null;
}

export interface Tracing {
  /** Whether spans are recorded at all. */
  readonly records: boolean;
  /** Hands over a span that has ended; it is sampled if its trace is. */
  readonly record: (span: EndedSpan) => void;
  /** Sends what has not been sent yet, for a few seconds at most. */
  readonly stop: () => Promise<void>;
}

/** A collector that does not answer must not keep a process from ending. */
const FLUSH_MS = 5000;

/**
 * Makes `service` the name under which this process tells its spans, unless the environment gives another. When none are
 * to be told (`records` is false) traces have identifiers only, and OpenTelemetry's SDK is not even loaded.
 */
export async function startTracing(service: string, records: boolean, logger: Logger): Promise<Tracing> {
  const contextManager = new AsyncLocalStorageContextManager();
  // Not baggage: what a caller says to its own services is not for the receivers of webhooks.
  const textMapPropagator = new W3CTraceContextPropagator();
  if (!records) {
    context.setGlobalContextManager(contextManager.enable());
    propagation.setGlobalPropagator(textMapPropagator);
    return { records, record: () => undefined, stop: () => Promise.resolve() };
  }

  const { NodeSDK, resources } = await import('@opentelemetry/sdk-node');
  setGlobalErrorHandler((error) => logger.warn({ err: error }, 'spans could not be told to the collector'));
  const idGenerator = new SpanIds();
  const sdk = new NodeSDK({
    resource: resources.resourceFromAttributes({ 'service.name': service, 'service.version': packageJson.version }),
    // Not the command line and its user.
    resourceDetectors: [resources.envDetector, resources.hostDetector, resources.serviceInstanceIdDetector],
    ...{ contextManager, textMapPropagator, idGenerator },
    // Metrics are scraped, and logs are lines.
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

/** Random identifiers, but for spans that were given theirs before. */
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
