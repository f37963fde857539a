/** What is wrong with a request for rows, as far as it can be seen without making any. */
import { areTooLarge } from '../../text/schema-size.ts';
import { isObject } from '../../../platform/is-object.ts';
import { checkConstraints } from './check-constraints.ts';
import { checkColumns, noColumn } from './check-rules.ts';
import { checkSchema } from './check-schema.ts';
import type { Issue } from './check-schema.ts';
import { typesOf } from './limits.ts';
import { possibleValues } from './possible.ts';
import type { Table } from './request.ts';
import { columnsOf } from './schema.ts';
import { compileRowSchema } from './validator.ts';

/** The paths lead into the list of tables. */
export function checkTables(tables: readonly Table[]): readonly Issue[] {
  const isCompiled = !areTooLarge(tables.map(({ schema }) => schema));
  return tables.flatMap((table, index) => {
    const earlier = tables.slice(0, index);
    const issues = [
      ...(earlier.some(({ name }) => name === table.name)
        ? [{ path: ['name'], message: `Two tables have the name ${table.name}.` }]
        : []),
      ...checkSchema(table.schema, ['schema']),
      ...checkRow(table),
      ...checkColumns(table, earlier),
      ...checkUnique(table, earlier),
      ...checkConstraints(table, (names) => noColumn(names, columnsOf(table))),
    ];
    // Compiling takes a millisecond for each subschema: of more of them, it is left to the job.
    if (issues.length === 0 && isCompiled) issues.push(...checkCompiled(table));
    return issues.map(({ path, message }) => ({ path: [index, ...path], message }));
  });
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

function checkUnique(table: Table, earlier: readonly Table[]): Issue[] {
  const columns = columnsOf(table);
  return (table.unique ?? []).flatMap((names, index) => {
    const unknown = names.filter((name) => !columns.includes(name));
    if (unknown.length > 0) return [{ path: ['unique', index], message: noColumn(unknown.join(', '), columns) }];
    const counts = names.map((name) => possibleValues(table, name, earlier));
    if (counts.includes(null)) return [];
    const combinations = counts.reduce<number>((product, count) => product * (count ?? 1), 1);
    if (combinations >= table.count) return [];
    const message = `${table.count} rows cannot all differ in ${names.join(', ')}: only ${combinations} values are possible. Ask for fewer rows, or allow more values.`;
    return [{ path: ['unique', index], message }];
  });
}
