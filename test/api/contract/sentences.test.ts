/** Every rule of every request of the contract, broken once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { SENTENCES } from '../../../api/contract/sentences.ts';
import { compileSchema } from '../../../api/contract/validation.ts';
import contract from '../../../openapi.json' with { type: 'json' };
import { follow } from '../../support/openapi.ts';

type Node = Readonly<Record<string, unknown>>;

/** Members that say something and check nothing, or whose parts are walked. */
const NO_RULES = ['description', 'examples', 'default', '$ref', 'properties', 'patternProperties', 'items', 'anyOf'];

/** A value that breaks the rule of the schema. */
const BREAKS: Readonly<Record<string, (schema: Node) => unknown>> = {
  type: ({ type }) => (type === 'object' ? [] : {}),
  required: () => ({}),
  additionalProperties: () => ({ '\u00a7': 1 }),
  enum: () => 'nothing of these',
  pattern: () => '\n',
  format: () => 'tomorrow',
  minimum: ({ minimum }) => Number(minimum) - 1,
  maximum: ({ maximum }) => Number(maximum) + 1,
  exclusiveMinimum: ({ exclusiveMinimum }) => Number(exclusiveMinimum),
  minLength: () => '',
  maxLength: ({ maxLength }) => 'a'.repeat(Number(maxLength) + 1),
  minItems: () => [],
  maxItems: ({ maxItems }) => Array.from({ length: Number(maxItems) + 1 }, () => 'a'),
  uniqueItems: () => ['a', 'a'],
  minProperties: () => ({}),
  maxProperties: ({ maxProperties }) =>
    Object.fromEntries(Array.from({ length: Number(maxProperties) + 1 }, (_member, index) => [`a${index}`, 'a'])),
  'x-max-json-bytes': (schema) => ({ a: 'a'.repeat(Number(schema['x-max-json-bytes'])) }),
};

const components: Readonly<Record<string, Node>> = contract.components.schemas;

/** Every schema of requests, without references. A form is read by other rules. */
const schemas: Node[] = [];
const collect = (value: unknown): Node => {
  const given = value as Node;
  const name = /^#\/components\/schemas\/(.+)$/.exec(String(given['$ref']))?.[1];
  const node = name === undefined ? given : (components[name] ?? assert.fail(name));
  const parts = (of: unknown) =>
    Object.fromEntries(Object.entries(Object(of)).map(([key, part]) => [key, collect(part)]));
  const whole = {
    ...node,
    ...('items' in node && { items: collect(node['items']) }),
    ...('properties' in node && { properties: parts(node['properties']) }),
    ...('patternProperties' in node && { patternProperties: parts(node['patternProperties']) }),
    ...('anyOf' in node && { anyOf: Object.values(parts(node['anyOf'])) }),
  };
  schemas.push(whole);
  return whole;
};
for (const path of Object.values(contract.paths)) {
  for (const operation of Object.values(path) as {
    parameters: object[];
    requestBody?: { content: object };
  }[]) {
    for (const parameter of operation.parameters) {
      const { schema, description } = follow(contract, parameter) as { schema: object; description: string };
      collect({ ...schema, description });
    }
    for (const [type, { schema }] of Object.entries(operation.requestBody?.content ?? {})) {
      if (type === 'application/json') collect(schema);
    }
  }
}
const rules = new Set(schemas.flatMap((schema) => Object.keys(schema)).filter((name) => !NO_RULES.includes(name)));

test('every rule of the contract has an error message', () => {
  assert.ok(rules.size > 10);
  assert.deepEqual(
    [...rules].filter((name) => !(name in SENTENCES) || !(name in BREAKS)),
    [],
  );
});

for (const rule of rules) {
  test(`a violation of ${rule} is reported as a sentence that states the requirement`, () => {
    for (const schema of schemas.filter((one) => rule in one)) {
      const value = BREAKS[rule]?.(schema);
      const issues = compileSchema('body', schema)(value);
      assert.ok(issues.length > 0, `${JSON.stringify(schema)} takes ${JSON.stringify(value)}`);
      for (const { msg } of issues) {
        assert.match(msg, /^[A-Z].*[^ ][.?]$/s);
        assert.doesNotMatch(msg, /must|undefined|\[object|NaN|\.\./);
      }
    }
  });
}

const schema = Type.Object(
  { sources: Type.Array(Type.String(), { minItems: 1 }), engine_id: Type.Optional(Type.Enum(['auto', 'web_reader'])) },
  { additionalProperties: false },
);
const check = compileSchema('body', schema);
const told = (value: unknown): string[] => check(value).map(({ msg }) => msg);

test('the error for a misspelt member or word suggests the right one', () => {
  for (const [wrong, right] of [
    ['source', 'sources'],
    ['souces', 'sources'],
    ['Sources', 'sources'],
    ['engine', 'engine_id'],
    ['engineId', 'engine_id'],
    ['engine-di', 'engine_id'],
  ] as const) {
    assert.deepEqual(told({ sources: ['a'], [wrong]: 1 }), [`Unknown field. Did you mean \`${right}\`?`]);
  }
  assert.match(told({ sources: ['a'], engine_id: 'web-reader' })[0] ?? '', /Did you mean `web_reader`\?$/);
});

test('the error for an unknown member lists the known ones', () => {
  for (const wrong of ['callback', 'x', '', 'sources'.repeat(10_000)]) {
    assert.deepEqual(told({ sources: ['a'], [wrong]: 1 }), ['Unknown field. Allowed fields: `sources`, `engine_id`.']);
  }
});

test('messages name the limit and the given value', () => {
  assert.deepEqual(told({ sources: [] }), ['Use at least 1 item, not 0.']);
  assert.deepEqual(told({ sources: 'a' }), ['Expected a list, not text.']);
  assert.deepEqual(told({}), ['This member is required.']);
});

test('a number with too many digits is named as such', () => {
  const [issue] = compileSchema('query', Type.Object({ after: Type.Integer() }))({ after: '9'.repeat(20) });
  assert.equal(issue?.msg, 'Expected a whole number, not text of more than 15 digits.');
});
