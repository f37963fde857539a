import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openReader } from '../../../platform/config/reader.ts';
import { readTelemetry } from '../../../platform/config/telemetry.ts';

const read = (env: Readonly<Record<string, string>>) => readTelemetry(openReader(env));

const ENDPOINT = 'http://collector:4318';

for (const [env, records] of [
  [{}, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT }, true],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ENDPOINT }, true],
  [{ OTEL_TRACES_EXPORTER: 'console' }, true],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, OTEL_SDK_DISABLED: 'TRUE' }, false],
] as const) {
  test(`${JSON.stringify(env)} ${records ? 'records' : 'does not record'} spans`, () => {
    assert.equal(read(env).recordsSpans, records);
  });
}

test('a worker serves its metrics on loopback, and only if configured', () => {
  assert.equal(read({}).workerMetrics, null);
  assert.deepEqual(read({ WORKER_METRICS_PORT: '9464' }).workerMetrics, { host: '127.0.0.1', port: 9464 });
});
