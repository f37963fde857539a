import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatTraceparent, parseTraceparent } from '../../../platform/tracing/trace-context.ts';
import { newTraceContext } from '../../../platform/tracing/identifiers.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

test('reads a traceparent and writes it back', () => {
  const header = `00-${TRACE}-${SPAN}-01`;
  const context = parseTraceparent(header);
  assert.deepEqual(context, { traceId: TRACE, spanId: SPAN, flags: 1 });
  assert.equal(context && formatTraceparent(context), header);
});

test('reads the known fields of a later version', () => {
  assert.deepEqual(parseTraceparent(`cc-${TRACE}-${SPAN}-03-more`), { traceId: TRACE, spanId: SPAN, flags: 3 });
});

for (const header of [
  undefined,
  '',
  'hello',
  `00-${TRACE}-${SPAN}`,
  `00-${TRACE}-${SPAN}-01-more`,
  `ff-${TRACE}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `cc-${TRACE}-${SPAN}-01more`,
]) {
  test(`refuses ${JSON.stringify(header)}`, () => {
    assert.equal(parseTraceparent(header), null);
  });
}

test('a new span continues the trace of its parent, or starts a sampled one', () => {
  const parent = { traceId: TRACE, spanId: SPAN, flags: 0 };
  const child = newTraceContext(parent);
  assert.equal(child.traceId, TRACE);
  assert.equal(child.flags, 0);
  assert.notEqual(child.spanId, SPAN);

  const root = newTraceContext();
  assert.deepEqual(parseTraceparent(formatTraceparent(root)), root);
  assert.equal(root.flags, 1);
});
