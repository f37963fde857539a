import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkTables } from '../../../../engines/synthesis/rows/check-tables.ts';
import type { Table } from '../../../../engines/synthesis/rows/request.ts';

const table = (more: Partial<Table>, properties: object = { id: { type: 'integer' } }): Table => ({
  name: 'things',
  count: 10,
  schema: { type: 'object', properties },
  ...more,
});

/** Columns of one schema: `c0`, `c1`, … */
const numbered = (count: number, schema: object): Record<string, object> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`c${at}`, schema]));

/** The paths and the beginnings of what is wrong. */
const issuesOf = (...tables: Table[]): string[] =>
  checkTables(tables).map(({ path, message }) => `${path.join('.')}: ${message}`);

test('a request that can be met has no issue', () => {
  assert.deepEqual(
    issuesOf(
      table({}),
      table({ name: 'others', columns: { id: { rule: 'reference', table: 'things', column: 'id' } } }),
    ),
    [],
  );
});

for (const [what, given, expected] of [
  [
    'an interval without a number',
    table({}, { id: { type: 'integer', minimum: 5, maximum: 3 } }),
    '0.schema.properties.id.minimum: minimum 5 is greater',
  ],
  [
    'a multiple that does not occur',
    table({}, { id: { type: 'integer', minimum: 4, maximum: 6, multipleOf: 7 } }),
    '0.schema.properties.id: No number',
  ],
  ['an empty enum', table({}, { id: { enum: [] } }), '0.schema.properties.id.enum: An empty enum'],
  [
    'more different items than there are',
    table({}, { id: { type: 'array', uniqueItems: true, minItems: 3, items: { type: 'boolean' } } }),
    '0.schema.properties.id.minItems: 3 different',
  ],
  [
    'a schema elsewhere',
    table({}, { id: { $ref: 'https://example.com/s.json' } }),
    '0.schema.properties.id.$ref: Use a reference within',
  ],
  ['rows that are no objects', { ...table({}), schema: { type: 'array' } }, '0.schema: A row is an object'],
  [
    'a rule for no column',
    table({ columns: { name: { rule: 'sequence', start: 1, step: 1 } } }),
    '0.columns.name: The schema has no property name. It has: id.',
  ],
  [
    'a null that the schema refuses',
    table({ columns: { id: { rule: 'sequence', start: 1, step: 1, null_share: 0.1 } } }),
    '0.columns.id: null_share needs',
  ],
  [
    'a reference to a later table',
    table({ columns: { id: { rule: 'reference', table: 'later', column: 'id' } } }),
    '0.columns.id: No earlier table',
  ],
  [
    'an impossible count',
    // One row can be without the column.
    table({ unique: [['id']], count: 12 }, { id: { type: 'integer', minimum: 1, maximum: 10 } }),
    '0.unique.0: 12 rows cannot all differ in id: only 11',
  ],
  [
    'a constraint that never holds',
    table({ constraints: [{ left: 'id', comparison: '<', right: 'id' }] }),
    '0.constraints.0: id < id never holds',
  ],
  [
    'an unknown placeholder',
    table({ columns: { id: { rule: 'template', template: '{nobody}' } } }),
    '0.columns.id: The schema has no property nobody',
  ],
  ['too many columns', table({}, numbered(1001, {})), '0.schema: A table has at most 1000 columns, not 1001: leave'],
  [
    'a text that is too long',
    table({}, { id: { type: 'string', minLength: 100_000_000 } }),
    '0.schema.properties.id.minLength: Ask for at most 10000, not 100000000',
  ],
  [
    'a list that is too long',
    table({}, { id: { anyOf: [{ not: {} }, { contains: { type: 'array', minItems: 1001 } }] } }),
    '0.schema.properties.id.anyOf.1.contains.minItems: Ask for at most 1000, not 1001',
  ],
  [
    'an object with too many members',
    table({}, { id: { additionalProperties: { minProperties: 5000 } } }),
    '0.schema.properties.id.additionalProperties.minProperties: Ask for at most 1000',
  ],
  [
    'a list of lists that is too long in all',
    table({}, { id: { minItems: 1000, items: { minItems: 100, items: { type: 'null' } } } }),
    '0.schema.properties.id.items: With this, a row must have more than 100000 characters, items and members',
  ],
  [
    'columns that are too long in all',
    table({}, numbered(11, { type: 'string', minLength: 10_000 })),
    '0.schema.properties.c0: With this, a row',
  ],
  [
    'a list of too many required names',
    table({}, { id: { required: Object.keys(numbered(1001, {})) } }),
    '0.schema.properties.id.required: List at most 1000, not 1001',
  ],
  [
    'too many types',
    table({}, { id: { type: Array.from({ length: 8 }, () => 'string') } }),
    '0.schema.properties.id.type: List at most 7, not 8',
  ],
  [
    'a lookahead in a pattern',
    table({}, { id: { type: 'string', pattern: '^(?=a)b' } }),
    '0.schema.properties.id.pattern: Use a pattern of RE2',
  ],
  [
    'a back reference in a name',
    table({}, { id: { patternProperties: { '(a)\\1': {} } } }),
    '0.schema.properties.id.patternProperties.(a)\\1: Use a pattern of RE2',
  ],
  [
    'a pattern of a schema that is too large to be compiled here',
    table({}, { ...numbered(999, { type: 'string' }), id: { pattern: '(?!a)' } }),
    '0.schema.properties.id.pattern: Use a pattern of RE2',
  ],
  [
    'a pattern that is too long',
    table({}, { id: { pattern: 'a'.repeat(100_001) } }),
    '0.schema.properties.id.pattern: All patterns together have more than 100000 characters',
  ],
] as const) {
  test(`${what} is named with its place`, () => {
    const issues = issuesOf(given);
    assert.equal(issues.length > 0 && issues[0]?.startsWith(expected), true, issues.join('\n'));
  });
}

test('two tables of one name are refused', () => {
  assert.deepEqual(issuesOf(table({}), table({})), ['1.name: Two tables have the name things.']);
});

test('values of an enum are no schemas', () => {
  assert.deepEqual(
    issuesOf(table({}, { id: { enum: [{ minItems: 1e9, pattern: '(?=a)', minimum: 5, maximum: 3 }] } })),
    [],
  );
});

test('templates with hundreds of names, on columns of hundreds of names in earlier tables, are counted', () => {
  const names = Object.keys(numbered(200, {}));
  const tables = Array.from({ length: 20 }, (_, at) => {
    const rule = { rule: 'reference' as const, table: `t${at - 1}`, column: 'id' };
    const first = { rule: 'values' as const, values: [{ value: 'a', weight: 1 }] };
    const template = { rule: 'template' as const, template: names.map((name) => `{${name}}`).join('') };
    return table(
      {
        name: `t${at}`,
        columns: { id: template, ...Object.fromEntries(names.map((name) => [name, at === 0 ? first : rule])) },
        unique: [['id']],
      },
      { id: {}, ...numbered(200, {}) },
    );
  });
  assert.match(issuesOf(...tables)[0] ?? '', /^0\.unique\.0: 10 rows cannot all differ in id: only 1 values/);
});

test('a message lists twenty columns, and a request has twenty issues', () => {
  const columns = Object.fromEntries(
    Array.from({ length: 1000 }, (_, at) => [`c${at}`, { rule: 'template' as const, template: '{x}{x}{y}' }]),
  );
  const issues = issuesOf(table({ columns }, numbered(1000, {})));
  assert.equal(issues.length, 20);
  assert.match(issues[0] ?? '', /no property x, y\. It has: c0, c1, .*c19, and 980 more\.$/);
});

test('a chain of references that is too long to follow is left to the job', () => {
  const $defs = Object.fromEntries(
    Array.from({ length: 30_000 }, (_, at) => [`d${at}`, { $ref: `#/$defs/d${at + 1}` }]),
  );
  assert.deepEqual(
    issuesOf(table({ schema: { type: 'object', $defs, properties: { id: { $ref: '#/$defs/d0' } } } })),
    [],
  );
});
