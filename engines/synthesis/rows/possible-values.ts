/** How many different values a column can have. */
import { columnSchema, hasColumn, placeholdersOf } from './schema.ts';
import { numberBounds, typesOf, valuesOf } from './column-bounds.ts';
import { isObject } from '../../../platform/is-object.ts';
import type { ColumnRule, Distribution, Table } from './request.ts';

/** `null`: no limit is known. `earlier`: the tables that this one can refer to. */
export type Counter = (table: Table, column: string, earlier: readonly Table[]) => number | null;

/** Counts each column once: many others can refer to it, directly and through each other. */
export function possibleValues(): Counter {
  const known = new Map<Table, Map<string, number | null>>();
  const count: Counter = (table, column, earlier) => {
    const counts = known.get(table) ?? new Map<string, number | null>();
    known.set(table, counts);
    const counted = counts.get(column);
    if (counted !== undefined) return counted;
    const values = countValues(table, column, earlier, count);
    counts.set(column, values);
    return values;
  };
  return count;
}

function countValues(table: Table, column: string, earlier: readonly Table[], counted: Counter): number | null {
  const rule = table.columns?.[column];
  const schema = columnSchema(table, column);
  const isAbsent = isOptional(table, column) ? 1 : 0;
  if (rule === undefined) {
    const count = valuesOf(schema);
    // A column that is absent differs from all values.
    return count === null ? null : count + (allowsNull(schema) ? 0 : isAbsent);
  }
  const count = ofRule(table, rule, schema, earlier, counted);
  return count === null ? null : count + ((rule.null_share ?? 0) > 0 ? 1 : 0);
}

function isOptional({ schema }: Table, column: string): boolean {
  const { required } = schema;
  return !Array.isArray(required) || !required.includes(column);
}

const allowsNull = (schema: unknown): boolean => isObject(schema) && typesOf(schema).includes('null');

function ofRule(
  table: Table,
  rule: ColumnRule,
  schema: unknown,
  earlier: readonly Table[],
  counted: Counter,
): number | null {
  switch (rule.rule) {
    case 'values':
      return new Set(rule.values.map(({ value }) => JSON.stringify(value))).size;
    case 'sequence':
      return rule.step === 0 ? 1 : null;
    case 'distribution':
      return ofDistribution(rule.distribution, schema);
    case 'template':
      return ofTemplate(table, rule.template, earlier, counted);
    case 'reference': {
      const at = earlier.findIndex(({ name }) => name === rule.table);
      const referenced = earlier[at];
      if (referenced === undefined) return null;
      const values = counted(referenced, rule.column, earlier.slice(0, at));
      return Math.min(referenced.count, values ?? Infinity);
    }
    case 'generator':
      return null;
  }
}

function ofDistribution(distribution: Distribution, schema: unknown): number | null {
  const bounds = numberBounds(schema);
  const [low, high] =
    distribution.type === 'uniform'
      ? [distribution.low, distribution.high]
      : distribution.type === 'zipf'
        ? [1, distribution.high]
        : [-Infinity, Infinity];
  const step = distribution.type === 'zipf' ? (bounds.step ?? 1) : bounds.step;
  const [least, most] = [Math.max(low, bounds.low), Math.min(high, bounds.high)];
  if (step === null || !Number.isFinite(most - least)) return null;
  // Drawn numbers are rounded: also to the next step beyond an end.
  return Math.max(0, Math.round(most / step) - Math.round(least / step) + 1);
}

/** Its names give as many texts as they have values together. */
function ofTemplate(table: Table, template: string, earlier: readonly Table[], counted: Counter): number | null {
  const names = placeholdersOf(template);
  if (names.includes('row') || names.some((name) => !hasColumn(table, name))) return null;
  if (names.some((name) => table.columns?.[name]?.rule === 'template')) return null;
  const counts = names.map((name) => counted(table, name, earlier));
  return counts.includes(null) ? null : counts.reduce<number>((product, count) => product * (count ?? 1), 1);
}
