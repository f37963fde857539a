import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { makeRows } from '../../../../engines/synthesis/rows/rows.ts';
import type { Row, Table } from '../../../../engines/synthesis/rows/request.ts';

const text = { type: 'string', minLength: 1 };
const CUSTOMERS: Table = {
  name: 'customers',
  count: 500,
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['id', 'name', 'email', 'plan', 'age', 'since', 'left'],
    properties: {
      id: { type: 'integer', minimum: 1 },
      name: text,
      email: { type: 'string', format: 'email' },
      plan: { enum: ['free', 'team', 'business'] },
      age: { type: 'integer', minimum: 18, maximum: 90 },
      since: { type: 'string', format: 'date' },
      left: { type: ['string', 'null'], format: 'date' },
      tags: { type: 'array', items: { enum: ['a', 'b', 'c'] }, uniqueItems: true, maxItems: 3 },
    },
  },
  columns: {
    id: { rule: 'sequence', start: 1, step: 1 },
    name: { rule: 'generator', generator: 'person.full_name', locale: 'de' },
    email: { rule: 'template', template: 'customer{row}@example.com' },
    plan: {
      rule: 'values',
      values: [
        { value: 'free', weight: 7 },
        { value: 'team', weight: 2 },
        { value: 'business', weight: 1 },
      ],
    },
    age: { rule: 'distribution', distribution: { type: 'normal', mean: 40, deviation: 12 } },
    since: { rule: 'generator', generator: 'date.past' },
    left: { rule: 'generator', generator: 'date.past', null_share: 0.5 },
  },
  unique: [['email']],
  constraints: [{ left: 'left', comparison: '>=', right: 'since' }],
};
const ORDERS: Table = {
  name: 'orders',
  count: 1000,
  schema: {
    type: 'object',
    required: ['customer_id', 'total', 'code'],
    properties: {
      customer_id: { type: 'integer' },
      total: { type: 'number', minimum: 0, maximum: 5000, multipleOf: 0.01 },
      code: { type: 'string', pattern: '^[A-Z]{3}-\\d{4}$' },
    },
    additionalProperties: false,
  },
  columns: {
    customer_id: { rule: 'reference', table: 'customers', column: 'id', skew: 'zipf' },
    total: { rule: 'distribution', distribution: { type: 'lognormal', median: 60, sigma: 1 } },
  },
};

function rowsOf(tables: readonly Table[], seed = 1): Record<string, Row[]> {
  const rows: Record<string, Row[]> = {};
  for (const made of makeRows(tables, seed)) {
    assert.ok('row' in made, JSON.stringify(made));
    (rows[made.table] ??= []).push(made.row);
  }
  return rows;
}

test('all rows are valid, unique, and keep constraints and references', () => {
  const { customers = [], orders = [] } = rowsOf([CUSTOMERS, ORDERS]);
  assert.deepEqual([customers.length, orders.length], [500, 1000]);
  const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 9 });
  addFormats.default(ajv);
  for (const [table, rows] of [
    [CUSTOMERS, customers],
    [ORDERS, orders],
  ] as const) {
    const validate = ajv.compile(table.schema);
    for (const row of rows) assert.ok(validate(row), JSON.stringify([row, validate.errors]));
  }
  assert.equal(new Set(customers.map(({ email }) => email)).size, 500);
  const days = customers.flatMap(({ since, left }) =>
    typeof since === 'string' && typeof left === 'string' ? [{ since, left }] : [],
  );
  assert.ok(days.length > 100 && days.every(({ since, left }) => left >= since));
  const ids = new Set(customers.map(({ id }) => id));
  assert.ok(orders.every(({ customer_id: id }) => ids.has(id)));
  const ofFirst = orders.filter(({ customer_id: id }) => id === 1).length;
  assert.ok(ofFirst > 50, `the first customer of a skewed reference has ${ofFirst} of 1,000 orders`);
});

test('the shares of weighted values are as asked, by a chi-square test', () => {
  const { customers = [] } = rowsOf([{ ...CUSTOMERS, count: 5000 }]);
  const expected = { free: 3500, team: 1000, business: 500 };
  const chiSquare = Object.entries(expected).reduce((sum, [plan, count]) => {
    const found = customers.filter((row) => row['plan'] === plan).length;
    return sum + (found - count) ** 2 / count;
  }, 0);
  // The .999 quantile with 2 degrees of freedom.
  assert.ok(chiSquare < 13.8, `chi-square ${chiSquare}`);
});

test('the seed decides every byte, whatever was made before', () => {
  const digest = (tables: readonly Table[], seed: number): string =>
    createHash('sha256')
      .update(JSON.stringify([...makeRows(tables, seed)]))
      .digest('hex');
  const first = digest([CUSTOMERS, ORDERS], 7);
  assert.equal(digest([CUSTOMERS, ORDERS], 7), first);
  assert.notEqual(digest([CUSTOMERS, ORDERS], 8), first);
  const short = [...makeRows([{ ...CUSTOMERS, count: 5 }], 7)];
  assert.deepEqual(short, [...makeRows([CUSTOMERS], 7)].slice(0, 5));
});

test('rows that cannot be made are missed with their reason, and the rest of the table is not tried for long', () => {
  const never: Table = {
    ...ORDERS,
    name: 'never',
    count: 5000,
    schema: { type: 'object', required: ['a', 'b'], properties: { a: { const: 1 }, b: { const: 2 } } },
    columns: {},
    constraints: [{ left: 'a', comparison: '>', right: 'b' }],
  };
  const made = [...makeRows([never], 1)];
  assert.equal(made.length, 5000);
  assert.deepEqual(made.at(-1), { table: 'never', reason: 'constraint', about: 'a > b' });

  const two: Table = {
    ...never,
    count: 4,
    constraints: [],
    schema: { type: 'object', required: ['a'], properties: { a: { enum: ['x', 'y'] } }, additionalProperties: false },
    unique: [['a']],
  };
  const [x, y, ...rest] = [...makeRows([two], 1)];
  assert.deepEqual(new Set([x, y].map((row) => row && 'row' in row && row.row['a'])), new Set(['x', 'y']));
  assert.deepEqual(rest, [
    { table: 'never', reason: 'unique', about: 'a' },
    { table: 'never', reason: 'unique', about: 'a' },
  ]);
});

test('texts and lists are made no longer than a schema can ask for', () => {
  const properties = {
    text: { type: 'string', maxLength: 100_000_000 },
    list: { type: 'array', items: { type: 'null' }, maxItems: 100_000_000 },
    // No limits, but columns.
    maxLength: { const: { maxItems: 5000 } },
  };
  const table: Table = {
    name: 'long',
    count: 5,
    schema: { type: 'object', properties, required: Object.keys(properties) },
  };
  for (const { text: made, list, maxLength } of rowsOf([table])['long'] ?? []) {
    assert.ok(String(made).length <= 10_000);
    assert.ok(Array.isArray(list) && list.length <= 1000);
    assert.deepEqual(maxLength, { maxItems: 5000 });
  }
});

test('a pattern is checked in linear time', () => {
  const values = [{ value: `${'a'.repeat(50)}b`, weight: 1 }];
  const table: Table = {
    name: 'texts',
    count: 1,
    schema: { type: 'object', required: ['a'], properties: { a: { type: 'string', pattern: '^(a+)+$' } } },
    columns: { a: { rule: 'values', values } },
  };
  const [made] = makeRows([table], 1);
  assert.deepEqual(made, { table: 'texts', reason: 'schema', about: '/a must match pattern "^(a+)+$"' });
});
