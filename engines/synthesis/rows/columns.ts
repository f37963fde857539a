/** The value of a column by its rule. */
import { pick, randomAt, seedOf } from '../random.ts';
import type { Random } from '../random.ts';
import { draw } from './distributions.ts';
import { generate } from './generators.ts';
import { numberBounds } from './column-bounds.ts';
import type { ColumnRule, Distribution, Row, Table } from './request.ts';
import { columnSchema, fillTemplate } from './schema.ts';

/** Where a value stands: each decides it. */
export interface Place {
  readonly seed: number;
  readonly table: Table;
  /** From 0. */
  readonly row: number;
  /** How often the row was made before, because it was refused. */
  readonly attempt: number;
}

/** The values of columns that others refer to, in the order of the rows. */
export type Referenced = (table: string, column: string) => readonly unknown[];

/** Draws outside the bounds are repeated; then the nearest bound is taken. */
const MOST_DRAWS = 100;

/** Fills in the columns that have a rule. Templates come last: they use the others. */
export function withColumns(place: Place, row: Row, referenced: Referenced): Row {
  const rules = Object.entries(place.table.columns ?? {});
  const isTemplate = ([, { rule }]: (typeof rules)[number]): boolean => rule === 'template';
  let filled = row;
  for (const [column, rule] of [...rules.filter((entry) => !isTemplate(entry)), ...rules.filter(isTemplate)]) {
    filled = { ...filled, [column]: valueOf(place, column, rule, filled, referenced) };
  }
  return filled;
}

function valueOf(place: Place, column: string, rule: ColumnRule, filled: Row, referenced: Referenced): unknown {
  const { seed, table, row, attempt } = place;
  const at = [table.name, column, row, attempt];
  const random = randomAt(seed, at);
  if (random() < (rule.null_share ?? 0)) return null;
  switch (rule.rule) {
    case 'generator':
      return generate(rule.generator, rule.locale ?? 'en', seedOf(seed, at));
    case 'distribution':
      return withinBounds(random, rule.distribution, columnSchema(table, column));
    case 'values':
      return weighted(random, rule.values);
    case 'sequence':
      return rule.start + row * rule.step;
    case 'template':
      return fillTemplate(rule.template, (name) => (name === 'row' ? String(row + 1) : textOf(filled[name])));
    case 'reference':
      return reference(random, rule.skew ?? 'uniform', referenced(rule.table, rule.column));
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

function withinBounds(random: Random, distribution: Distribution, schema: unknown): number {
  const { low, high, step } = numberBounds(schema);
  const rounded = (): number => {
    const value = draw(random, distribution);
    // A division by 100 is exact where a product with .01 is not.
    return step === null ? value : Math.round(value / step) / (1 / step);
  };
  let value = rounded();
  for (let draws = 1; draws < MOST_DRAWS && (value < low || value > high); draws++) value = rounded();
  return Math.min(high, Math.max(low, value));
}

function weighted(random: Random, values: readonly { readonly value: unknown; readonly weight: number }[]): unknown {
  let left = random() * values.reduce((sum, { weight }) => sum + weight, 0);
  for (const { value, weight } of values) {
    left -= weight;
    if (left < 0) return value;
  }
  return values.at(-1)?.value;
}

/** A value of an earlier row; `null` when there is none. */
function reference(random: Random, skew: 'uniform' | 'zipf', values: readonly unknown[]): unknown {
  if (values.length === 0) return null;
  if (skew === 'uniform') return pick(random, values);
  // The share of rank r is ln(1 + 1/r) / ln(n + 1), near to that of Zipf's law.
  return values[Math.floor(Math.exp(random() * Math.log(values.length + 1))) - 1] ?? values[0];
}
