/** What is wrong with a request for rows, as far as it can be seen without making any. */
import { areTooLarge } from '../../text/schema-size.ts';
import { isObject } from '../../../platform/is-object.ts';
import { checkConstraints } from './check-constraints.ts';
import { checkColumns, noColumn } from './check-rules.ts';
import { checkLimits } from './check-limits.ts';
import { checkPatterns } from './check-patterns.ts';
import { checkSchema } from './check-schema.ts';
import type { Issue } from './check-schema.ts';
import { typesOf } from './column-bounds.ts';
import { possibleValues } from './possible-values.ts';
import type { Counter } from './possible-values.ts';
import type { Table } from './request.ts';
import { hasColumn } from './schema.ts';
import { compileRowSchema } from './validator.ts';

/** Issues of a request that are found. */
const MOST_ISSUES = 20;

/** The paths lead into the list of tables. */
export function checkTables(tables: readonly Table[]): readonly Issue[] {
  const limits = tables.flatMap(({ schema }, index) => checkLimits(schema, [index, 'schema']));
  if (limits.length > 0) return limits.slice(0, MOST_ISSUES);
  const issues = [...checkPatterns(tables)];
  const isCompiled = issues.length === 0 && !areTooLarge(tables.map(({ schema }) => schema));
  const counted = possibleValues();
  for (const [index, table] of tables.entries()) {
    if (issues.length >= MOST_ISSUES) break;
    const found = checkTable(table, tables.slice(0, index), counted);
    // Compiling takes a millisecond for each subschema: of more of them, it is left to the job.
    if (found.length === 0 && isCompiled) found.push(...checkCompiled(table));
    issues.push(...found.map(({ path, message }) => ({ path: [index, ...path], message })));
  }
  return issues.slice(0, MOST_ISSUES);
}

function checkTable(table: Table, earlier: readonly Table[], counted: Counter): Issue[] {
  return [
    ...(earlier.some(({ name }) => name === table.name)
      ? [{ path: ['name'], message: `Two tables have the name ${table.name}.` }]
      : []),
    ...checkSchema(table.schema, ['schema']),
    ...checkRow(table),
    ...checkColumns(table, earlier),
    ...checkUnique(table, earlier, counted),
    ...checkConstraints(table),
  ];
}

function checkCompiled({ schema }: Table): Issue[] {
  try {
    compileRowSchema(schema);
    return [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [{ path: ['schema'], message: `It is no JSON Schema 2020-12: ${reason}.` }];
  }
}

function checkRow({ schema }: Table): Issue[] {
  const types = typesOf(schema);
  if (types.length !== 1 || types[0] !== 'object' || !isObject(schema['properties'])) {
    return [{ path: ['schema'], message: 'A row is an object: use "type": "object" with "properties".' }];
  }
  return [];
}

function checkUnique(table: Table, earlier: readonly Table[], counted: Counter): Issue[] {
  return (table.unique ?? []).flatMap((names, index) => {
    const unknown = names.filter((name) => !hasColumn(table, name));
    if (unknown.length > 0) return [{ path: ['unique', index], message: noColumn(table, unknown) }];
    const counts = names.map((name) => counted(table, name, earlier));
    if (counts.includes(null)) return [];
    const combinations = counts.reduce<number>((product, count) => product * (count ?? 1), 1);
    if (combinations >= table.count) return [];
    const message =
      `${table.count} rows cannot all differ in ${names.join(', ')}: only ${combinations} values are possible. ` +
      'Ask for fewer rows, or allow more values.';
    return [{ path: ['unique', index], message }];
  });
}
