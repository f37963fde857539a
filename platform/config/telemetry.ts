/** Settings of tracing and worker metrics. */
import type { SettingsReader } from './reader.ts';

export interface TelemetryConfig {
  /** Whether spans are exported. OpenTelemetry's SDK reads endpoint and sampling from its own variables. */
  readonly recordsSpans: boolean;
  /** Where a worker serves its metrics; `null`: not served. */
  readonly workerMetrics: { readonly host: string; readonly port: number } | null;
}

export function readTelemetry({ env, text, integer }: SettingsReader): TelemetryConfig {
  const given = (name: string): string => env[name]?.trim() ?? '';
  const endpoint = given('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') || given('OTEL_EXPORTER_OTLP_ENDPOINT');
  const exporter = given('OTEL_TRACES_EXPORTER');
  const isOff = exporter === 'none' || given('OTEL_SDK_DISABLED').toLowerCase() === 'true';
  return {
    recordsSpans: !isOff && (endpoint !== '' || exporter !== ''),
    workerMetrics:
      given('WORKER_METRICS_PORT') === ''
        ? null
        : { host: text('WORKER_METRICS_HOST', '127.0.0.1'), port: integer('WORKER_METRICS_PORT', 0, 0) },
  };
}
