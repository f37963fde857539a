import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTimestamp, timestampOf } from '../../../api/contract/timestamp.ts';

test('RFC 3339 times are accepted in either case and with any offset', () => {
  const read = {
    '2026-03-14T09:26:53Z': '2026-03-14T09:26:53.000Z',
    '2026-03-14t09:26:53.5897932z': '2026-03-14T09:26:53.589Z',
    '2024-02-29T23:59:59-23:59': '2024-03-01T23:58:59.000Z',
    '0001-01-01T00:00:00Z': '0001-01-01T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z': '9999-12-31T23:59:59.999Z',
    // As generated clients and unescaped queries write them.
    '2026-11-28T12:00:00.000000+0000': '2026-11-28T12:00:00.000Z',
    '2026-11-28T12:00:00-0530': '2026-11-28T17:30:00.000Z',
    '2026-11-28T12:00:00 02:00': '2026-11-28T10:00:00.000Z',
  };
  for (const [text, time] of Object.entries(read)) {
    assert.ok(isTimestamp(text), text);
    assert.equal(timestampOf(text), time);
  }
});

test('times that Temporal or Postgres would reject are refused', () => {
  const refused = [
    '2016-12-31T23:59:60Z',
    '2023-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:60:00Z',
    '2026-01-01T00:00:00+24:00',
    '2026-01-01T00:00:00+01',
    '2026-01-01T00:00:00 +01:00',
    '2026-01-01T00:00:00+2400',
    '2026-01-01 00:00:00Z',
    '2026-01-01T00:00:00',
    '2026-01-01',
    '',
    '0000-06-01T00:00:00Z',
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-01:00',
    '+275760-09-13T00:00:00Z',
  ];
  assert.deepEqual(refused.filter(isTimestamp), []);
});
