/** What is wrong with a request for rows, as far as it can be seen without making any. */
import { isObject } from '../objects.ts';
import { numberLimits, typesOf, valuesOf } from './limits.ts';
import type { ColumnRule, Table } from './request.ts';

/** What is wrong, and where in the list of tables. */
export interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Schemas nested deeper are not looked into; the validator still sees them. */
const DEEPEST = 20;

export function checkTables(tables: readonly Table[]): readonly Issue[] {
  return tables.flatMap((table, index) => {
    const issues = [
      ...(tables.findIndex(({ name }) => name === table.name) < index
        ? [{ path: ['name'], message: `Two tables have the name ${table.name}.` }]
        : []),
      ...checkSchema(table.schema, ['schema']),
      ...checkRow(table),
      ...checkColumns(table, tables.slice(0, index)),
      ...checkUnique(table),
      ...checkConstraints(table),
    ];
    return issues.map(({ path, message }) => ({ path: [index, ...path], message }));
  });
}

const PAIRS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
  ['minContains', 'maxContains'],
] as const;

/** Contradictions in a schema, and references out of it. */
export function checkSchema(schema: unknown, path: readonly (string | number)[], depth = 0): Issue[] {
  if (!isObject(schema) || depth > DEEPEST) return [];
  const issues: Issue[] = [];
  const { $ref: reference, enum: values } = schema;
  if (typeof reference === 'string' && !reference.startsWith('#')) {
    issues.push({
      path: [...path, '$ref'],
      message: `Use a reference within the schema (#/$defs/…), not ${reference}.`,
    });
  }
  if (Array.isArray(values) && values.length === 0) {
    issues.push({ path: [...path, 'enum'], message: 'An empty enum allows no value.' });
  }
  for (const [low, high] of PAIRS) {
    const [least, most] = [schema[low], schema[high]];
    if (typeof least === 'number' && typeof most === 'number' && least > most) {
      issues.push({ path: [...path, low], message: `${low} ${least} is greater than ${high} ${most}: no value fits.` });
    }
  }
  const { minItems, uniqueItems, items } = schema;
  const distinct = valuesOf(items);
  if (uniqueItems === true && typeof minItems === 'number' && distinct !== null && distinct < minItems) {
    issues.push({
      path: [...path, 'minItems'],
      message: `${minItems} different items are asked for, of ${distinct} possible ones.`,
    });
  }
  if (valuesOf(schema) === 0) issues.push({ path, message: 'No number is within the limits.' });
  const inner = Object.entries(schema).flatMap(([name, value]) => {
    if (name === 'properties' || name === '$defs') {
      return isObject(value)
        ? Object.entries(value).map(([key, member]) => ({ at: [...path, name, key], member }))
        : [];
    }
    if (Array.isArray(value)) return value.map((member, at) => ({ at: [...path, name, at], member }));
    return name === 'items' ? [{ at: [...path, name], member: value }] : [];
  });
  return [...issues, ...inner.flatMap(({ at, member }) => checkSchema(member, at, depth + 1))];
}

function checkRow({ schema }: Table): Issue[] {
  const types = typesOf(schema);
  if (types.length !== 1 || types[0] !== 'object' || !isObject(schema['properties'])) {
    return [{ path: ['schema'], message: 'A row is an object: use "type": "object" with "properties".' }];
  }
  return [];
}

/** The columns that the schema names. */
export function columnsOf({ schema }: Pick<Table, 'schema'>): readonly string[] {
  return isObject(schema['properties']) ? Object.keys(schema['properties']) : [];
}

export function columnSchema({ schema }: Pick<Table, 'schema'>, column: string): unknown {
  return isObject(schema['properties']) ? schema['properties'][column] : undefined;
}

function checkColumns(table: Table, earlier: readonly Table[]): Issue[] {
  const columns = columnsOf(table);
  return Object.entries(table.columns ?? {}).flatMap(([column, rule]) => {
    if (!columns.includes(column)) return [{ path: ['columns', column], message: noColumn(column, columns) }];
    return checkRule(table, column, rule, earlier).map((message) => ({ path: ['columns', column], message }));
  });
}

const noColumn = (column: string, columns: readonly string[]): string =>
  `The schema has no property ${column}. It has: ${columns.join(', ')}.`;

function checkRule(table: Table, column: string, rule: ColumnRule, earlier: readonly Table[]): string[] {
  const messages: string[] = [];
  const schema = columnSchema(table, column);
  if (
    (rule.null_share ?? 0) > 0 &&
    isObject(schema) &&
    typesOf(schema).length > 0 &&
    !typesOf(schema).includes('null')
  ) {
    messages.push('null_share needs a schema that allows null: use "type": ["…", "null"].');
  }
  if (rule.rule === 'distribution' && rule.distribution.type === 'uniform') {
    const { low, high } = rule.distribution;
    const limits = numberLimits(schema);
    if (low > high) messages.push(`low ${low} is greater than high ${high}.`);
    else if (low > limits.high || high < limits.low) messages.push('The schema allows no number between low and high.');
  }
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
    if (isOwn && isObject(schema) && !typesOf(schema).includes('null')) {
      messages.push('The first row has no earlier one to refer to: the schema must allow null.');
    }
  }
  return messages;
}

const PLACEHOLDER = /\{([A-Za-z_]\w{0,62})\}/g;

/** The names in braces of a template. */
export function placeholdersOf(template: string): readonly string[] {
  return [...template.matchAll(PLACEHOLDER)].flatMap(([, name]) => name ?? []);
}

/** A template with its names replaced. */
export function fillTemplate(template: string, valueOf: (name: string) => string): string {
  return template.replaceAll(PLACEHOLDER, (_whole, name: string) => valueOf(name));
}

function checkUnique(table: Table): Issue[] {
  const columns = columnsOf(table);
  return (table.unique ?? []).flatMap((names, index) => {
    const unknown = names.filter((name) => !columns.includes(name));
    if (unknown.length > 0) return [{ path: ['unique', index], message: noColumn(unknown.join(', '), columns) }];
    const counts = names.map((name) => possible(table, name));
    if (counts.includes(null)) return [];
    const combinations = counts.reduce<number>((product, count) => product * (count ?? 1), 1);
    if (combinations >= table.count) return [];
    const message = `${table.count} rows cannot all differ in ${names.join(', ')}: only ${combinations} values are possible.`;
    return [{ path: ['unique', index], message }];
  });
}

function possible(table: Table, column: string): number | null {
  const rule = table.columns?.[column];
  if (rule?.rule === 'values') return new Set(rule.values.map(({ value }) => JSON.stringify(value))).size;
  if (rule?.rule === 'sequence') return rule.step === 0 ? 1 : null;
  return rule === undefined || rule.rule === 'distribution' ? valuesOf(columnSchema(table, column)) : null;
}

function checkConstraints(table: Table): Issue[] {
  const columns = columnsOf(table);
  return (table.constraints ?? []).flatMap(({ left, right, comparison }, index) => {
    const unknown = [left, right].filter((name) => !columns.includes(name));
    if (unknown.length > 0) return [{ path: ['constraints', index], message: noColumn(unknown.join(', '), columns) }];
    if (left === right && !['<=', '=', '>='].includes(comparison)) {
      return [{ path: ['constraints', index], message: `${left} ${comparison} ${right} never holds.` }];
    }
    return [];
  });
}
