import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileSchema, validateWithin, validatorOf } from '../../../engines/text/json-schema.ts';
import { MOST_SUBSCHEMAS, schemaSize } from '../../../engines/text/schema-size.ts';

const parts = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

/** Each definition refers twice to the one before it. */
const doubling = (depth: number, refer: (name: string) => object) => ({
  type: 'object',
  $defs: Object.fromEntries(
    parts(depth, (at) => [
      `d${at}`,
      at === 0 ? { $anchor: 'd0' } : { $anchor: `d${at}`, allOf: [refer(`d${at - 1}`), refer(`d${at - 1}`)] },
    ]),
  ),
  properties: { place: refer(`d${depth - 1}`) },
});

const place = { type: 'object', required: ['place'], properties: { place: { type: 'string', pattern: '^[A-Z]{2}$' } } };
/** Refers to itself twice at one place. */
const twofold = { type: 'object', properties: { next: { allOf: [{ $ref: '#' }, { $ref: '#' }] } } };

test('the size of a schema follows its references', () => {
  assert.equal(schemaSize(place), 5);
  assert.equal(schemaSize({ ...place, properties: { a: place, b: place } }), 3 + 2 * 5);
  for (const refer of [
    (name: string) => ({ $ref: `#/$defs/${name}` }),
    (name: string) => ({ $ref: `#${name}` }),
    (name: string) => ({ $dynamicRef: `#${name}` }),
  ]) {
    assert.ok(schemaSize(doubling(4, refer)) < 100);
    assert.ok(schemaSize(doubling(40, refer)) > MOST_SUBSCHEMAS);
  }
  assert.ok(schemaSize(twofold) < 10);
});

test('patterns count by their repetitions', () => {
  assert.ok(schemaSize({ pattern: String.raw`^\d{4}-\d{2}-\d{2}$` }) < 5);
  assert.ok(schemaSize({ pattern: '^.{1,1000}$' }) < 100);
  assert.ok(schemaSize({ allOf: parts(100, () => ({ pattern: '(a{1,900}){1,9}' })) }) > MOST_SUBSCHEMAS);
  assert.ok(schemaSize({ patternProperties: { '(a{1,900}){1,900}': {} } }) > MOST_SUBSCHEMAS);
});

test('a schema that is too large is not compiled', () => {
  const large = { allOf: parts(MOST_SUBSCHEMAS, (at) => ({ minLength: at })) };
  assert.throws(() => compileSchema(large), /more than 1000 subschemas/);
  assert.throws(() => compileSchema({ $defs: { large } }), /more than 1000 subschemas/);
});

test('a schema that is used again is compiled once', () => {
  const first = validatorOf(place);
  assert.equal(validatorOf(structuredClone(place)), first);
  for (let at = 0; at < 50; at++) validatorOf({ minLength: at });
  assert.notEqual(validatorOf(place), first);
});

test('a value whose check takes too long is neither valid nor invalid', () => {
  const validate = compileSchema(twofold);
  const deep = (depth: number): object => (depth === 0 ? {} : { next: deep(depth - 1) });
  assert.equal(validateWithin(5000, validate, deep(3)), true);
  assert.equal(validateWithin(5000, validate, { next: 1 }), false);
  assert.equal(validateWithin(50, validate, deep(60)), null);
  assert.equal(validateWithin(5000, compileSchema(place), { place: 'DE' }), true);
});

test('items are unique by their values', () => {
  const validate = compileSchema({ properties: { list: { uniqueItems: true } } });
  const listOf = (...list: unknown[]): boolean => validate({ list });
  assert.ok(listOf(1, '1', null, Infinity, -Infinity, true, 'true', [], {}, [[]], [{}], '', [1, 2], ['1,2'], [2, 1]));
  assert.ok(listOf({ a: 1, b: 2 }, { a: 2, b: 1 }, { a: 1 }, { 'a":1,"b': 2 }));
  assert.ok(compileSchema({ uniqueItems: false })([1, 1]));
  for (const twice of [0, 'a', null, [1, { a: [2] }], { valueOf: 1, toString: 2, constructor: 3 }])
    assert.ok(!listOf(twice, 'between', structuredClone(twice)), JSON.stringify(twice));
  assert.ok(!listOf({ a: 1, b: { c: 1, d: 2 } }, { b: { d: 2, c: 1 }, a: 1 }));
  assert.deepEqual(
    validate.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`),
    ['/list must NOT have duplicate items (items ## 0 and 1 are identical)'],
  );
});

test('a schema that repeats what must be unique in it is none', () => {
  assert.throws(() => compileSchema({ required: ['a', 'a'] }), /schema is invalid/);
});
