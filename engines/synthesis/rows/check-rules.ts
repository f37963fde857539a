/** Rules of columns that contradict the schema, or name what there is not. */
import { isObject } from '../../../platform/is-object.ts';
import type { Issue } from './check-schema.ts';
import { generate } from './generators.ts';
import { isOfType, numberLimits, typesOf } from './limits.ts';
import type { ColumnRule, Table } from './request.ts';
import { columnSchema, columnsOf, placeholdersOf } from './schema.ts';

export function checkColumns(table: Table, earlier: readonly Table[]): Issue[] {
  const columns = columnsOf(table);
  return Object.entries(table.columns ?? {}).flatMap(([column, rule]) => {
    if (!columns.includes(column)) return [{ path: ['columns', column], message: noColumn(column, columns) }];
    return checkRule(table, column, rule, earlier).map((message) => ({ path: ['columns', column], message }));
  });
}

export const noColumn = (column: string, columns: readonly string[]): string =>
  `The schema has no property ${column}. It has: ${columns.join(', ')}.`;

function checkRule(table: Table, column: string, rule: ColumnRule, earlier: readonly Table[]): string[] {
  const schema = columnSchema(table, column);
  const types = isObject(schema) ? typesOf(schema) : [];
  const nulls =
    (rule.null_share ?? 0) > 0 && types.length > 0 && !types.includes('null')
      ? ['null_share needs a schema that allows null: use "type": ["…", "null"].']
      : [];
  return [...nulls, ...checkNames(table, column, rule, schema, earlier), ...checkValues(table, rule, schema, types)];
}

/** Whether the values of a rule can be values of its column. */
function checkValues(table: Table, rule: ColumnRule, schema: unknown, types: readonly string[]): string[] {
  const fits = (value: unknown): boolean => types.length === 0 || types.some((type) => isOfType(value, type));
  const limits = numberLimits(schema);
  const only = `the schema allows ${types.join(' or ')} alone.`;
  switch (rule.rule) {
    case 'generator':
      return fits(generate(rule.generator, 'en', 1)) ? [] : [`${rule.generator} gives other values: ${only}`];
    case 'values': {
      const wrong = rule.values.find(({ value }) => !fits(value));
      return wrong ? [`${JSON.stringify(wrong.value)} cannot be a value: ${only}`] : [];
    }
    case 'template':
      return fits('') ? [] : [`A template gives texts: ${only}`];
    case 'distribution': {
      if (!fits(1)) return [`A distribution gives numbers: ${only}`];
      if (rule.distribution.type !== 'uniform') return [];
      const { low, high } = rule.distribution;
      if (low > high) return [`low ${low} is greater than high ${high}.`];
      return low > limits.high || high < limits.low ? ['The schema allows no number between low and high.'] : [];
    }
    case 'sequence': {
      if (!fits(1)) return [`A sequence gives whole numbers: ${only}`];
      const last = rule.start + (table.count - 1) * rule.step;
      const isWithin = Math.min(rule.start, last) >= limits.low && Math.max(rule.start, last) <= limits.high;
      return isWithin
        ? []
        : [`The sequence goes from ${rule.start} to ${last}, which is beyond the limits of the schema.`];
    }
    case 'reference':
      return [];
  }
}

/** Whether the columns and tables that a rule names are there. */
function checkNames(
  table: Table,
  column: string,
  rule: ColumnRule,
  schema: unknown,
  earlier: readonly Table[],
): string[] {
  const messages: string[] = [];
  if (rule.rule === 'template') {
    const unknown = placeholdersOf(rule.template).filter((name) => name !== 'row' && !columnsOf(table).includes(name));
    if (unknown.length > 0) messages.push(noColumn(unknown.join(', '), columnsOf(table)));
    const circular = placeholdersOf(rule.template).filter((name) => table.columns?.[name]?.rule === 'template');
    if (circular.length > 0) messages.push(`A template cannot use another one: ${circular.join(', ')}.`);
  }
  if (rule.rule === 'reference') {
    const isOwn = rule.table === table.name;
    const referenced = isOwn ? table : earlier.find(({ name }) => name === rule.table);
    if (!referenced) messages.push(`No earlier table has the name ${rule.table}: list it before this one.`);
    else if (!columnsOf(referenced).includes(rule.column)) messages.push(noColumn(rule.column, columnsOf(referenced)));
    else if (isOwn && rule.column === column) messages.push('A column cannot refer to itself.');
    else messages.push(...checkTypes(schema, columnSchema(referenced, rule.column), rule));
    if (isOwn && isObject(schema) && !typesOf(schema).includes('null')) {
      messages.push('The first row has no earlier one to refer to: the schema must allow null.');
    }
  }
  return messages;
}

function checkTypes(own: unknown, referenced: unknown, { table, column }: { table: string; column: string }): string[] {
  if (!isObject(own) || !isObject(referenced)) return [];
  const [here, there] = [typesOf(own), typesOf(referenced)];
  if (here.length === 0 || there.length === 0) return [];
  // A whole number is a number.
  const isShared = there.some((type) => here.includes(type) || (type === 'integer' && here.includes('number')));
  const canBeWhole = there.includes('number') && here.includes('integer');
  if (isShared || canBeWhole) return [];
  return [`${table}.${column} is ${there.join(' or ')}, and the schema allows ${here.join(' or ')} alone.`];
}
