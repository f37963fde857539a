/** How many different values a column can have. */
import { columnSchema, columnsOf, placeholdersOf } from './schema.ts';
import { numberLimits, typesOf, valuesOf } from './limits.ts';
import { isObject } from '../../../platform/is-object.ts';
import type { ColumnRule, Distribution, Table } from './request.ts';

/** `null`: no limit is known. `earlier`: the tables that this one can refer to. */
export function possibleValues(table: Table, column: string, earlier: readonly Table[]): number | null {
  const rule = table.columns?.[column];
  const schema = columnSchema(table, column);
  const isAbsent = isOptional(table, column) ? 1 : 0;
  if (rule === undefined) {
    const count = valuesOf(schema);
    // A column that is absent differs from all values.
    return count === null ? null : count + (allowsNull(schema) ? 0 : isAbsent);
  }
  const count = ofRule(table, rule, schema, earlier);
  return count === null ? null : count + ((rule.null_share ?? 0) > 0 ? 1 : 0);
}

function isOptional({ schema }: Table, column: string): boolean {
  const { required } = schema;
  return !Array.isArray(required) || !required.includes(column);
}

const allowsNull = (schema: unknown): boolean => isObject(schema) && typesOf(schema).includes('null');

function ofRule(table: Table, rule: ColumnRule, schema: unknown, earlier: readonly Table[]): number | null {
  switch (rule.rule) {
    case 'values':
      return new Set(rule.values.map(({ value }) => JSON.stringify(value))).size;
    case 'sequence':
      return rule.step === 0 ? 1 : null;
    case 'distribution':
      return ofDistribution(rule.distribution, schema);
    case 'template':
      return ofTemplate(table, rule.template, earlier);
    case 'reference': {
      const at = earlier.findIndex(({ name }) => name === rule.table);
      const referenced = earlier[at];
      if (referenced === undefined) return null;
      const values = possibleValues(referenced, rule.column, earlier.slice(0, at));
      return Math.min(referenced.count, values ?? Infinity);
    }
    case 'generator':
      return null;
  }
}

function ofDistribution(distribution: Distribution, schema: unknown): number | null {
  const limits = numberLimits(schema);
  const [low, high] =
    distribution.type === 'uniform'
      ? [distribution.low, distribution.high]
      : distribution.type === 'zipf'
        ? [1, distribution.high]
        : [-Infinity, Infinity];
  const step = distribution.type === 'zipf' ? (limits.step ?? 1) : limits.step;
  const [least, most] = [Math.max(low, limits.low), Math.min(high, limits.high)];
  if (step === null || !Number.isFinite(most - least)) return null;
  // Drawn numbers are rounded: also to the next step beyond an end.
  return Math.max(0, Math.round(most / step) - Math.round(least / step) + 1);
}

/** Its names give as many texts as they have values together. */
function ofTemplate(table: Table, template: string, earlier: readonly Table[]): number | null {
  const names = [...new Set(placeholdersOf(template))];
  if (names.includes('row') || names.some((name) => !columnsOf(table).includes(name))) return null;
  if (names.some((name) => table.columns?.[name]?.rule === 'template')) return null;
  const counts = names.map((name) => possibleValues(table, name, earlier));
  return counts.includes(null) ? null : counts.reduce<number>((product, count) => product * (count ?? 1), 1);
}
