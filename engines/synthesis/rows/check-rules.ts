/** Rules of columns that contradict the schema, or name what there is not. */
import { isObject } from '../../../platform/is-object.ts';
import type { Issue } from './check-schema.ts';
import { exampleOf } from './generator-names.ts';
import { isOfType, numberBounds, typesOf } from './column-bounds.ts';
import type { ColumnRule, Table } from './request.ts';
import { columnSchema, columnsOf, hasColumn, placeholdersOf } from './schema.ts';

/** The first issues are enough: a message lists columns. */
const MOST_ISSUES = 20;

export function checkColumns(table: Table, earlier: readonly Table[]): Issue[] {
  const issues: Issue[] = [];
  for (const [column, rule] of Object.entries(table.columns ?? {})) {
    if (issues.length >= MOST_ISSUES) break;
    const messages = hasColumn(table, column) ? checkRule(table, column, rule, earlier) : [noColumn(table, [column])];
    issues.push(...messages.map((message) => ({ path: ['columns', column], message })));
  }
  return issues;
}

/** Columns that a message lists. */
const SHOWN = 20;

export function noColumn(table: Table, names: readonly string[]): string {
  const columns = columnsOf(table);
  const more = columns.length > SHOWN ? `, and ${columns.length - SHOWN} more` : '';
  return `The schema has no property ${names.join(', ')}. It has: ${columns.slice(0, SHOWN).join(', ')}${more}.`;
}

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
  const bounds = numberBounds(schema);
  const only = `the schema allows ${types.join(' or ')} alone.`;
  switch (rule.rule) {
    case 'generator':
      return fits(exampleOf(rule.generator)) ? [] : [`${rule.generator} gives other values: ${only}`];
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
      return low > bounds.high || high < bounds.low ? ['The schema allows no number between low and high.'] : [];
    }
    case 'sequence': {
      if (!fits(1)) return [`A sequence gives whole numbers: ${only}`];
      const last = rule.start + (table.count - 1) * rule.step;
      const isWithin = Math.min(rule.start, last) >= bounds.low && Math.max(rule.start, last) <= bounds.high;
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
    const names = placeholdersOf(rule.template);
    const unknown = names.filter((name) => name !== 'row' && !hasColumn(table, name));
    if (unknown.length > 0) messages.push(noColumn(table, unknown));
    const circular = names.filter((name) => table.columns?.[name]?.rule === 'template');
    if (circular.length > 0) messages.push(`A template cannot use another one: ${circular.join(', ')}.`);
  }
  if (rule.rule === 'reference') {
    const isOwn = rule.table === table.name;
    const referenced = isOwn ? table : earlier.find(({ name }) => name === rule.table);
    if (!referenced) messages.push(`No earlier table has the name ${rule.table}: list it before this one.`);
    else if (!hasColumn(referenced, rule.column)) messages.push(noColumn(referenced, [rule.column]));
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
