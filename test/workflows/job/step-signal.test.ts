import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultPayloadConverter } from '@temporalio/common';
import type { Payload } from '@temporalio/common';
import { payloadConverter } from '../../../workflows/payload-converter.ts';
import { readStepSignal } from '../../../workflows/job/step-signal.ts';

const error = { code: 'timeout', message: 'too slow', retryable: true, details: { limit_ms: 1 } };
const progress = { completed: 1, total: null, unit: 'pages', message: null };
const step = { step: 'convert', activity_id: 'convert-2', attempt: 1, began_at: '2026-01-01T00:00:00.000Z' };
const signal = { phase: 'progress', ...step, error: null, progress: null };

test('valid reports of steps are read unchanged', () => {
  for (const phase of ['started', 'retrying', 'handed_back', 'progress']) {
    const sent = { ...signal, phase, error, progress };
    assert.deepEqual(readStepSignal(sent), sent);
    assert.deepEqual(readStepSignal({ ...signal, phase }), { ...signal, phase });
    assert.deepEqual(readStepSignal({ ...sent, began_at: null }), { ...sent, began_at: null });
  }
});

test('so is their usage, which older releases do not send', () => {
  const measure = { source: 'm', unit: 'usd', amount: 0.5 };
  const spent = { run_id: 'r', usage: [measure] };
  assert.deepEqual(readStepSignal({ ...signal, spent }), { ...signal, spent });
  const more = { ...spent, usage: [{ ...measure, more: 1 }], more: 1 };
  assert.deepEqual(readStepSignal({ ...signal, spent: more }), { ...signal, spent });
  for (const other of [null, 'x', [], {}, { ...spent, run_id: 1 }, { ...spent, usage: [{ ...measure, amount: -1 }] }]) {
    assert.equal(readStepSignal({ ...signal, spent: other }), null, JSON.stringify(other));
  }
});

test('unknown members are dropped', () => {
  const more = { more: 1 };
  assert.deepEqual(
    readStepSignal({ ...signal, ...more, error: { ...error, ...more }, progress: { ...progress, ...more } }),
    {
      ...signal,
      error,
      progress,
    },
  );
});

const strange = [undefined, null, '', 'x', 0, -1, 1.5, 1e300, Number.NaN, true, [], {}, [signal]];

/** The value with each of its members, down to the leaves, in turn replaced by the other, and left out. */
function* variants(value: Readonly<Record<string, unknown>>, other: unknown): Generator<Record<string, unknown>> {
  for (const [name, member] of Object.entries(value)) {
    yield { ...value, [name]: other };
    const { [name]: _left, ...rest } = value;
    yield rest;
    if (typeof member === 'object' && member !== null && name !== 'details') {
      for (const variant of variants({ ...member }, other)) yield { ...value, [name]: variant };
    }
  }
}

test('any other signal is dropped, or has the shape of a valid report', () => {
  for (const other of strange) assert.equal(readStepSignal(other), null);
  for (const other of strange) {
    for (const sent of variants({ ...signal, error, progress }, other)) {
      const read = readStepSignal(sent);
      if (read) assert.deepEqual(read, sent);
    }
  }
  const dropped = [
    { phase: 'begun' },
    { step: 1 },
    { attempt: '1' },
    { attempt: -1 },
    { error: 'x' },
    { progress: 'x' },
    { activity_id: 1 },
    { began_at: 1 },
    { began_at: 'today' },
    { began_at: '2026-02-30T00:00:00.000Z' },
    { error: { ...error, code: 'nonsense' } },
    { error: { ...error, details: null } },
    { progress: { ...progress, completed: 0.5 } },
    { progress: { ...progress, total: 'all' } },
  ];
  for (const part of dropped) assert.equal(readStepSignal({ ...signal, ...part }), null, JSON.stringify(part));
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test('an unreadable payload is undefined; every other is read as usual', () => {
  const unreadable: Payload[] = [
    { metadata: { encoding: bytes('binary/encrypted') }, data: bytes('x') },
    { metadata: { encoding: bytes('json/plain') }, data: bytes('{') },
    { metadata: { encoding: bytes('json/plain') } },
    { metadata: {}, data: bytes('1') },
    {},
  ];
  for (const payload of unreadable) {
    assert.throws(() => defaultPayloadConverter.fromPayload(payload));
    assert.equal(payloadConverter.fromPayload(payload), undefined);
  }
  for (const value of [signal, null, undefined, 'x', bytes('x')]) {
    assert.deepEqual(payloadConverter.fromPayload(defaultPayloadConverter.toPayload(value)), value);
    assert.deepEqual(payloadConverter.toPayload(value), defaultPayloadConverter.toPayload(value));
  }
});
