import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withLazyParts } from '../../../activities/worker/lazy.ts';

test('a lazy part is created once, on first use', () => {
  let made = 0;
  const parts = withLazyParts(
    { name: 'worker' },
    {
      database: () => {
        made++;
        return null;
      },
      secrets: () => assert.fail('created without being used'),
    },
  );
  assert.equal(parts.name, 'worker');
  assert.equal(made, 0);
  assert.equal(parts.database, null);
  assert.equal(parts.database, null);
  assert.equal(made, 1);
});

test('a lazy part that could not be created is created on the next use', () => {
  const results = [() => 'open', () => assert.fail('unavailable')];
  const parts = withLazyParts({}, { database: () => results.pop()?.() });
  assert.throws(() => parts.database, /unavailable/);
  assert.equal(parts.database, 'open');
  assert.equal(parts.database, 'open');
});
