import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TenantShares } from '../../../api/limits/tenant-shares.ts';
import { ServiceError } from '../../../errors/index.ts';

const hasCode = (code: string) => (error: unknown) => error instanceof ServiceError && error.code === code;

const shares = () =>
  new TenantShares(
    { tenant: 10, process: 25 },
    { tooMuchAtOnce: 'Too much.', overloaded: 'Full.', details: (limit) => ({ limit, retry_after_seconds: 1 }) },
  );

test('a tenant has so much in progress, others have theirs, and what has left makes room once', () => {
  const opened = shares();
  const first = opened.enter('a', 6);
  opened.enter('a', 4);
  assert.throws(() => opened.enter('a', 1), hasCode('too_much_at_once'));
  opened.enter('b', 10);
  first.leave();
  first.leave();
  opened.enter('a', 6);
  assert.throws(() => opened.enter('a', 1), hasCode('too_much_at_once'));
  assert.equal(opened.taken, 20);
});

test('all tenants together have so much, and the first of each has room in it', () => {
  const opened = shares();
  opened.enter('a', 20);
  assert.throws(() => opened.enter('b', 6), hasCode('overloaded'));
  opened.enter('b', 5);
  assert.equal(opened.taken, 25);
});

test('where every tenant is admitted, its first is, and its next ones as the process has room', () => {
  const refusals = { tooMuchAtOnce: 'Too much.', overloaded: 'Full.', details: () => ({ retry_after_seconds: 1 }) };
  const opened = new TenantShares({ tenant: 10, process: 10, admitsEveryTenant: true }, refusals);
  opened.enter('a', 10);
  opened.enter('b', 5);
  assert.throws(() => opened.enter('b', 1), hasCode('overloaded'));
});
