import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROOT_CONTEXT, context, propagation, trace } from '@opentelemetry/api';
import { createLogger } from '../../../platform/logging/logger.ts';
import { inRequestSpan, traceHeaders } from '../../../platform/tracing/http.ts';
import { startTracing } from '../../../platform/tracing/sdk.ts';
import { activeIds, inSpan, startSpan, withSpan } from '../../../platform/tracing/span.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const logger = createLogger('silent', 'unit');
await startTracing('unit', false, logger);

test('without a collector a span has identifiers in its caller’s trace and propagates the sampling decision', async () => {
  for (const flags of ['00', '01']) {
    const carrier = { traceparent: `00-${TRACE}-${SPAN}-${flags}`, tracestate: 'vendor=1', baggage: 'user=ann' };
    const above = propagation.extract(ROOT_CONTEXT, carrier);
    const span = startSpan('unit', {}, above);
    const { traceId, spanId } = span.spanContext();
    assert.equal(traceId, TRACE);
    assert.notEqual(spanId, SPAN);
    await withSpan(span, async () => {
      assert.deepEqual(activeIds(), { trace_id: TRACE, span_id: spanId });
      const headers = await inRequestSpan('GET', new URL('http://localhost'), async () => {
        return { statusCode: 200, headers: traceHeaders() };
      });
      assert.match(String(headers.headers['traceparent']), new RegExp(`^00-${TRACE}-[0-9a-f]{16}-${flags}$`));
      assert.ok(!String(headers.headers['traceparent']).includes(spanId), 'the request is a span of its own');
      assert.equal(headers.headers['tracestate'], 'vendor=1');
      assert.equal(headers.headers['baggage'], undefined);
    });
  }
});

test('work outside a request starts no trace', async () => {
  await inSpan('unit', {}, async () => {
    assert.deepEqual(activeIds(), {});
    assert.deepEqual(traceHeaders(), {});
  });
  assert.equal(trace.getSpan(context.active()), undefined);
});
