import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SpanKind } from '@opentelemetry/api';
import { ServiceError } from '../../../errors/index.ts';
import { createLogger } from '../../../platform/logging/logger.ts';
import { inRequestSpan } from '../../../platform/tracing/http.ts';
import { startTracing } from '../../../platform/tracing/sdk.ts';
import { inSpan, startSpan, withSpan } from '../../../platform/tracing/span.ts';
import { openCollector } from '../../support/servers/collector.ts';

const collector = await openCollector();
Object.assign(process.env, collector.settings, { OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=unit' });
const tracing = await startTracing('unit', true, createLogger('silent', 'unit'));

test('exports spans on shutdown: failures by code, addresses by host', async () => {
  const beganAt = new Date('2026-03-14T09:26:53.589Z');
  const ids = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7', parentSpanId: null };
  const about = { kind: SpanKind.CONSUMER, beganAt, endedAt: new Date(), attributes: {} };
  tracing.record({ ...ids, ...about, name: 'elsewhere', error: 'not_found' });
  await withSpan(startSpan('request', {}), async () => {
    const failing = inSpan('failing', {}, () => Promise.reject(new ServiceError('timeout', 'hush')));
    await assert.rejects(failing, ServiceError);
    const url = new URL('https://ann:hush@example.com/hush?token=hush');
    await inRequestSpan('GET', url, async () => ({ statusCode: 404 }));
  });
  await tracing.stop();

  const byName = new Map(collector.spans.map((span) => [span.name, span]));
  assert.deepEqual([...byName.keys()].toSorted(), ['GET', 'elsewhere', 'failing', 'request']);
  assert.partialDeepStrictEqual(byName.get('elsewhere'), {
    service: 'unit',
    traceId: ids.traceId,
    spanId: ids.spanId,
    failed: true,
    attributes: { 'error.type': 'not_found' },
  });
  assert.equal(byName.get('elsewhere')?.parentSpanId, undefined);
  const request = byName.get('request');
  assert.notEqual(request?.spanId, ids.spanId);
  assert.equal(byName.get('failing')?.parentSpanId, request?.spanId);
  assert.deepEqual(byName.get('failing')?.attributes, { 'error.type': 'timeout' });
  assert.deepEqual(byName.get('GET')?.attributes, {
    'http.request.method': 'GET',
    'url.scheme': 'https',
    'server.address': 'example.com',
    'server.port': 443,
    'http.response.status_code': 404,
    'error.type': '404',
  });
  assert.doesNotMatch(collector.bodies.join(), /hush/);
  assert.match(collector.bodies.join(), /deployment\.environment\.name/);
});
