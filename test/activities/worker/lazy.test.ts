import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Lazy } from '../../../activities/worker/lazy.ts';

test('a lazy value is created once, on first use', () => {
  let made = 0;
  const lazy = new Lazy(() => {
    made++;
    return null;
  });
  assert.equal(lazy.opened, undefined);
  assert.equal(made, 0);
  assert.equal(lazy.value, null);
  assert.equal(lazy.value, null);
  assert.equal(lazy.opened, null);
  assert.equal(made, 1);
});
