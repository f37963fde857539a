/** An OpenTelemetry collector on loopback that keeps the spans it receives (OTLP over HTTP, as JSON). */
import { text } from 'node:stream/consumers';
import { serveOnLoopback } from './loopback.ts';
import type { Settings } from '../service/system.ts';

export interface CollectedSpan {
  /** Of the process that exported the span. */
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Absent for the first span of a trace. */
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly failed: boolean;
}

export interface Collector {
  /** Settings of a process that exports its spans at once. */
  readonly settings: Settings;
  /** What came so far. */
  readonly spans: readonly CollectedSpan[];
  /** Every request as it came. */
  readonly bodies: readonly string[];
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string; readonly boolValue?: boolean };
}

interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<CollectedSpan, 'service' | 'attributes' | 'failed'> & {
        readonly attributes: readonly Attribute[];
        readonly status: { readonly code: number };
      })[];
    }[];
  }[];
}

export async function openCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  const origin = await serveOnLoopback((request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      if (request.url === '/v1/traces') spans.push(...spansOf(JSON.parse(body) as ExportRequest));
      response.setHeader('Content-Type', 'application/json').end('{}');
    });
  });
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: origin,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  };
  return { settings, spans, bodies };
}

function spansOf({ resourceSpans }: ExportRequest): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name']);
    return scopeSpans
      .flatMap(({ spans }) => spans)
      .map(({ traceId, spanId, parentSpanId, name, kind, attributes, status }) => ({
        service,
        traceId,
        spanId,
        name,
        kind,
        ...(parentSpanId && { parentSpanId }),
        attributes: valuesOf(attributes),
        failed: status.code === 2,
      }));
  });
}

function valuesOf(attributes: readonly Attribute[]): CollectedSpan['attributes'] {
  return Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, boolValue } }) => [
      key,
      stringValue ?? boolValue ?? Number(intValue),
    ]),
  );
}
