import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkTables } from '../../../../engines/synthesis/rows/check.ts';
import type { Table } from '../../../../engines/synthesis/rows/request.ts';

const table = (more: Partial<Table>, properties: object = { id: { type: 'integer' } }): Table => ({
  name: 'things',
  count: 10,
  schema: { type: 'object', properties },
  ...more,
});

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
] as const) {
  test(`${what} is named with its place`, () => {
    const issues = issuesOf(given);
    assert.equal(issues.length > 0 && issues[0]?.startsWith(expected), true, issues.join('\n'));
  });
}

test('two tables of one name are refused', () => {
  assert.deepEqual(issuesOf(table({}), table({})), ['1.name: Two tables have the name things.']);
});
