import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveMetrics } from '../../../activities/worker/metrics-server.ts';
import { WorkerMetrics } from '../../../activities/metrics.ts';
import { ConfigError } from '../../../platform/config.ts';
import { freePort } from '../../support/free-port.ts';
import { createLogger } from '../../../platform/logging/logger.ts';

const logger = createLogger('silent', 'unit');
const metrics = new WorkerMetrics();

test('without a port nothing listens, and the SDK collects nothing', async () => {
  const { telemetryOptions } = await serveMetrics({ recordsSpans: false, workerMetrics: null }, metrics, logger);
  assert.deepEqual(telemetryOptions, {});
});

test('serves its own metrics when the SDK has none; a second process on the port fails with a clear error', async (t) => {
  const port = await freePort();
  const config = { recordsSpans: false, workerMetrics: { host: '127.0.0.1', port } };
  const server = await serveMetrics(config, metrics, logger);
  t.after(server.close);

  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  assert.match(await answer.text(), /^# TYPE tidemill_step_seconds histogram$/m);
  assert.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 404);
  await assert.rejects(
    serveMetrics(config, metrics, logger),
    (error) => error instanceof ConfigError && error.message.includes('Fix: give each worker process'),
  );
});
