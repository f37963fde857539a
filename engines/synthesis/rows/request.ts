/** What rows are asked for: tables with the JSON Schema of a row, and rules for columns. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { GENERATORS, LOCALES } from './generator-names.ts';

const CLOSED = { additionalProperties: false };

/** Share of the rows in which the column is null; the schema must allow it. */
const nulls = { null_share: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })) };

export const DistributionShape = Type.Union([
  Type.Object({ type: Type.Literal('uniform'), low: Type.Number(), high: Type.Number() }, CLOSED),
  Type.Object(
    { type: Type.Literal('normal'), mean: Type.Number(), deviation: Type.Number({ exclusiveMinimum: 0 }) },
    CLOSED,
  ),
  Type.Object(
    {
      type: Type.Literal('lognormal'),
      median: Type.Number({ exclusiveMinimum: 0 }),
      sigma: Type.Number({ exclusiveMinimum: 0 }),
    },
    CLOSED,
  ),
  Type.Object({ type: Type.Literal('exponential'), mean: Type.Number({ exclusiveMinimum: 0 }) }, CLOSED),
  Type.Object({ type: Type.Literal('poisson'), mean: Type.Number({ exclusiveMinimum: 0, maximum: 700 }) }, CLOSED),
  /** Whole numbers from 1 to `high`; the share of k is proportional to k to the power of -`exponent`. */
  Type.Object(
    {
      type: Type.Literal('zipf'),
      exponent: Type.Number({ exclusiveMinimum: 0, maximum: 10 }),
      high: Type.Integer({ minimum: 1, maximum: 100_000 }),
    },
    CLOSED,
  ),
]);
export type Distribution = Static<typeof DistributionShape>;

export const ColumnRuleShape = Type.Union([
  /** A realistic value. */
  Type.Object(
    {
      rule: Type.Literal('generator'),
      generator: Type.Enum([...GENERATORS]),
      locale: Type.Optional(Type.Enum([...LOCALES])),
      ...nulls,
    },
    CLOSED,
  ),
  /** Numbers. Values outside the limits of the column's schema are drawn again. */
  Type.Object({ rule: Type.Literal('distribution'), distribution: DistributionShape, ...nulls }, CLOSED),
  /** One of the values, by weight. */
  Type.Object(
    {
      rule: Type.Literal('values'),
      values: Type.Array(Type.Object({ value: Type.Unknown(), weight: Type.Number({ exclusiveMinimum: 0 }) }, CLOSED), {
        minItems: 1,
        maxItems: 1000,
      }),
      ...nulls,
    },
    CLOSED,
  ),
  /** `start`, `start + step`, and so on, by row. */
  Type.Object({ rule: Type.Literal('sequence'), start: Type.Integer(), step: Type.Integer(), ...nulls }, CLOSED),
  /** Text in which `{column}` is the value of another column, and `{row}` the number of the row from 1. */
  Type.Object(
    { rule: Type.Literal('template'), template: Type.String({ minLength: 1, maxLength: 1000 }), ...nulls },
    CLOSED,
  ),
  /**
   * A value of a column of an earlier table, or of this table's earlier rows. `zipf`: few rows get most of the
   * references.
   */
  Type.Object(
    {
      rule: Type.Literal('reference'),
      table: Type.String(),
      column: Type.String(),
      skew: Type.Optional(Type.Enum(['uniform', 'zipf'])),
      ...nulls,
    },
    CLOSED,
  ),
]);
export type ColumnRule = Static<typeof ColumnRuleShape>;

export const COMPARISONS = ['<', '<=', '=', '!=', '>=', '>'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** What must hold between two columns of a row. Dates and times in ISO form are compared as text. */
export const ConstraintShape = Type.Object(
  { left: Type.String(), comparison: Type.Enum([...COMPARISONS]), right: Type.String() },
  CLOSED,
);
export type Constraint = Static<typeof ConstraintShape>;

export const TableShape = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 63, pattern: '^[A-Za-z_][A-Za-z0-9_]*$' }),
    count: Type.Integer({ minimum: 1, maximum: 100_000 }),
    /** JSON Schema 2020-12 of a row: an object. */
    schema: Type.Record(Type.String(), Type.Unknown()),
    columns: Type.Optional(Type.Record(Type.String(), ColumnRuleShape)),
    /** Lists of columns whose values together are different in all rows. */
    unique: Type.Optional(Type.Array(Type.Array(Type.String(), { minItems: 1, maxItems: 5 }), { maxItems: 10 })),
    constraints: Type.Optional(Type.Array(ConstraintShape, { maxItems: 50 })),
  },
  CLOSED,
);
export type Table = Static<typeof TableShape>;

export type Row = Readonly<Record<string, unknown>>;
