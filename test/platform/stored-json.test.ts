import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { OrNull, decoder } from '../../platform/stored-json.ts';

const pageOf = decoder('A page', Type.Object({ number: Type.Integer(), title: OrNull(Type.String()) }));

test('a stored value is returned unchanged, including unknown members', () => {
  const stored = { number: 1, title: null, later: true };
  assert.equal(pageOf(stored), stored);
});

test('a value of another shape is refused with its path', () => {
  assert.throws(() => pageOf({ number: 'one', title: null }), /^Error: A page .*\/number/);
  assert.throws(() => pageOf({ number: 1 }), /A page .*title/);
  assert.throws(() => pageOf(null), /A page/);
});
