import assert from 'node:assert/strict';
import { test } from 'node:test';
import { concise } from '../../../../api/contract/document/concise.ts';

const kept = (schema: Parameters<typeof concise>[0]): boolean => 'examples' in concise(schema);

test('an example that type, format, words or the pattern of an identifier say is left out', () => {
  assert.equal(kept({ type: 'integer', examples: [7] }), false);
  assert.equal(kept({ type: 'boolean', examples: [true] }), false);
  assert.equal(kept({ type: 'string', examples: ['Who approves travel expenses?'] }), false);
  assert.equal(kept({ type: 'array', examples: [['one', 'two']] }), false);
  assert.equal(kept({ type: 'string', enum: ['a-b/c'], examples: ['a-b/c'] }), false);
  assert.equal(kept({ type: 'string', format: 'date-time', examples: ['2026-03-14T09:26:53.589Z'] }), false);
  assert.equal(kept({ type: 'string', pattern: '^job_[0-9a-hjkmnp-tv-z]{26}$', examples: ['job_01k9'] }), false);
});

test('an example that shows a form is kept', () => {
  assert.ok(kept({ type: 'string', examples: ['service://objects/obj_1'] }));
  assert.ok(kept({ type: 'string', examples: ['rag.faithfulness'] }));
  assert.ok(kept({ type: 'string', pattern: '^[0-9,-]+$', examples: ['1-3,7'] }));
  assert.ok(kept({ type: 'object', examples: [{ department: 'hr' }] }));
  assert.ok(kept({ type: 'string', examples: ['', 'quarterly'] }), 'the field of a form is left empty');
});

test('a scalar or null is one schema of two types', () => {
  const size = { type: 'integer', description: 'Its size.', minimum: 0 };
  assert.deepEqual(concise({ anyOf: [size, { type: 'null' }] }), { ...size, type: ['integer', 'null'] });
});

test('a union stays that says more than its parts', () => {
  for (const schema of [
    { anyOf: [{ type: 'string', description: 'A name.' }, { type: 'null' }], description: 'Its name; `null`: none.' },
    { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] },
    { anyOf: [{ type: 'object', title: 'Animal' }, { type: 'null' }] },
    { anyOf: [{ type: 'string' }, { type: 'integer' }] },
  ]) {
    assert.deepEqual(concise(schema), schema);
  }
});
