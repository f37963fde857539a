/** Customers and their orders: a table for each way in which rows are made and held together. */

const CUSTOMERS = 3000;
const ORDERS = 7000;
export const ROWS = CUSTOMERS + ORDERS;

export const SEGMENTS = [
  { value: 'private', weight: 6 },
  { value: 'trade', weight: 3 },
  { value: 'public', weight: 1 },
] as const;

/** With the parameters of the distributions that the bench tests. */
export const DISTRIBUTIONS = {
  height: { type: 'normal', mean: 170, deviation: 9 },
  score: { type: 'uniform', low: 0, high: 1 },
  amount: { type: 'lognormal', median: 60, sigma: 1 },
  wait: { type: 'exponential', mean: 4 },
  pieces: { type: 'poisson', mean: 3 },
  shelf: { type: 'zipf', exponent: 1.1, high: 40 },
} as const;
export type DistributedColumn = keyof typeof DISTRIBUTIONS;

const distribution = (column: DistributedColumn) => ({ rule: 'distribution', distribution: DISTRIBUTIONS[column] });

export const TABLES = [
  {
    name: 'customers',
    count: CUSTOMERS,
    schema: {
      type: 'object',
      required: ['id', 'email', 'name', 'segment', 'height', 'score', 'joined', 'tags'],
      additionalProperties: false,
      properties: {
        id: { type: 'integer', minimum: 1 },
        email: { type: 'string', format: 'email', maxLength: 200 },
        name: { type: 'string', minLength: 1 },
        segment: { enum: SEGMENTS.map(({ value }) => value) },
        height: { type: 'number' },
        score: { type: 'number', minimum: 0, maximum: 1 },
        joined: { type: 'string', format: 'date' },
        tags: { type: 'array', maxItems: 3, items: { enum: ['red', 'green', 'blue'] } },
      },
    },
    columns: {
      id: { rule: 'sequence', start: 1, step: 1 },
      email: { rule: 'template', template: 'customer-{row}@example.com' },
      name: { rule: 'generator', generator: 'person.full_name' },
      segment: { rule: 'values', values: SEGMENTS },
      height: distribution('height'),
      score: distribution('score'),
      joined: { rule: 'generator', generator: 'date.past' },
    },
    unique: [['id'], ['email']],
  },
  {
    name: 'orders',
    count: ORDERS,
    schema: {
      type: 'object',
      required: ['number', 'customer_id', 'amount', 'wait', 'pieces', 'shelf', 'ordered', 'delivered', 'follows'],
      additionalProperties: false,
      properties: {
        number: { type: 'string', pattern: '^ORD-[0-9]+$' },
        customer_id: { type: 'integer', minimum: 1, maximum: CUSTOMERS },
        amount: { type: 'number', exclusiveMinimum: 0 },
        wait: { type: 'number', minimum: 0 },
        pieces: { type: 'integer', minimum: 0 },
        shelf: { type: 'integer', minimum: 1, maximum: 40 },
        ordered: { type: 'string', format: 'date' },
        delivered: { type: 'string', format: 'date' },
        follows: { type: ['string', 'null'], pattern: '^ORD-[0-9]+$' },
      },
    },
    columns: {
      number: { rule: 'template', template: 'ORD-{row}' },
      customer_id: { rule: 'reference', table: 'customers', column: 'id', skew: 'zipf' },
      amount: distribution('amount'),
      wait: distribution('wait'),
      pieces: distribution('pieces'),
      shelf: distribution('shelf'),
      ordered: { rule: 'generator', generator: 'date.past' },
      delivered: { rule: 'generator', generator: 'date.past' },
      follows: { rule: 'reference', table: 'orders', column: 'number', null_share: 0.5 },
    },
    unique: [['number']],
    constraints: [{ left: 'delivered', comparison: '>=', right: 'ordered' }],
  },
] as const;
export type TableName = (typeof TABLES)[number]['name'];
