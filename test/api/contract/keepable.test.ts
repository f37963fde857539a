import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unkeepable } from '../../../api/contract/validation.ts';

const nested = (levels: number): unknown => JSON.parse('{"a":'.repeat(levels) + '1' + '}'.repeat(levels));

test('values that every store keeps are accepted', () => {
  const value = { text: 'ü 💩 \u202e\n', numbers: [0, -1.5, 1e308], constructor: { prototype: null }, is: true };
  assert.deepEqual(unkeepable(value, ['body']), []);
  assert.deepEqual(unkeepable(nested(100), ['body']), []);
});

test('values that a store would change or reject are reported with their path', () => {
  const refused: readonly (readonly [unknown, string, string])[] = [
    [{ a: [1, '\0'] }, 'body.a.1', 'characters'],
    [{ a: '\ud800' }, 'body.a', 'characters'],
    [{ a: { 'b\0': 1 } }, 'body.a', 'characters'],
    [JSON.parse('{"a":1e400}'), 'body.a', 'number'],
    [JSON.parse('{"a":{"__proto__":1}}'), 'body.a.__proto__', 'name'],
  ];
  for (const [value, place, type] of refused) {
    assert.deepEqual(
      unkeepable(value, ['body']).map((issue) => [issue.loc.join('.'), issue.type]),
      [[place, type]],
    );
  }
});

test('no nesting depth crashes the process', () => {
  for (const levels of [101, 100_000]) {
    assert.deepEqual(
      unkeepable(nested(levels), []).map(({ type, loc }) => [type, loc.length]),
      [['depth', 100]],
    );
  }
});
