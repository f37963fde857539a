/** Schemas that ask for more than is made. */
import { isObject } from '../../../platform/is-object.ts';
import type { Issue } from './check-schema.ts';
import { TYPES } from './limits.ts';

/** Columns of a table, and names that any object must have. */
export const MOST_COLUMNS = 1000;

/** The most that a schema can ask for, and that is made of each value. */
export const MOST = {
  minLength: 10_000,
  minItems: 1000,
  minContains: 1000,
  minProperties: 1000,
} as const;

interface Part {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly path: Issue['path'];
}

/** Members that are values, not schemas. */
const VALUES: readonly string[] = ['const', 'enum', 'default', 'examples'];
/** Members whose members are schemas by name. */
const NAMED: readonly string[] = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'];

/** A schema and all schemas in it. */
export function schemasIn(schema: unknown, path: Issue['path'] = []): readonly Part[] {
  const parts: Part[] = [];
  const open = [{ value: schema, path }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: part, path: at } = next;
    if (Array.isArray(part)) part.forEach((value, index) => open.push({ value, path: [...at, index] }));
    if (!isObject(part)) continue;
    parts.push({ schema: part, path: at });
    for (const [name, member] of Object.entries(part)) {
      if (VALUES.includes(name)) continue;
      const inner = NAMED.includes(name) && isObject(member) ? Object.entries(member) : null;
      if (inner === null) open.push({ value: member, path: [...at, name] });
      else for (const [key, value] of inner) open.push({ value, path: [...at, name, key] });
    }
  }
  return parts;
}

export function checkLimits(schema: unknown, path: Issue['path']): Issue[] {
  const columns = isObject(schema) && isObject(schema['properties']) ? Object.keys(schema['properties']).length : 0;
  if (columns > MOST_COLUMNS) {
    const message = `A table has at most ${MOST_COLUMNS} columns, not ${columns}: leave some out, or use two tables.`;
    return [{ path, message }];
  }
  return schemasIn(schema, path).flatMap((part) =>
    partIssues(part.schema).map(({ path: within, message }) => ({ path: [...part.path, ...within], message })),
  );
}

function partIssues(schema: Part['schema']): Issue[] {
  const issues: Issue[] = Object.entries(MOST).flatMap(([name, most]) => {
    const asked = schema[name];
    if (typeof asked !== 'number' || asked <= most) return [];
    return [{ path: [name], message: `Ask for at most ${most}, not ${asked}.` }];
  });
  for (const [name, most] of [['required', MOST_COLUMNS] as const, ['type', TYPES.length] as const]) {
    const { [name]: list } = schema;
    if (!Array.isArray(list) || list.length <= most) continue;
    issues.push({ path: [name], message: `List at most ${most}, not ${list.length}.` });
  }
  return issues;
}
