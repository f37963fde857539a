/** Schemas that ask for more than is made. */
import { isObject } from '../../../platform/is-object.ts';
import type { Issue } from './check-schema.ts';
import { TYPES } from './column-bounds.ts';

/** Columns of a table, and names that any object must have. */
export const MOST_COLUMNS = 1000;

/** The most that a schema can ask for, and that is made of each value. */
export const MOST = {
  minLength: 10_000,
  minItems: 1000,
  minContains: 1000,
  minProperties: 1000,
} as const;

/** Characters, items and members that a row must have, references not counted. */
const MOST_TOGETHER = 100_000;

const LIMITED = ['minLength', 'minItems', 'minContains', 'minProperties'] as const;

interface Part {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly path: Issue['path'];
  /** How often it must occur in the lists that it is in. */
  readonly times: number;
}

/** Members that are values, not schemas. */
const VALUES: readonly string[] = ['const', 'enum', 'default', 'examples'];
/** Members whose members are schemas by name. */
const NAMED: readonly string[] = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'];

/** Members that are schemas of the items of a list. */
const LISTED: readonly string[] = ['items', 'contains'];

const asked = (schema: Part['schema'], name: keyof typeof MOST): number => {
  const { [name]: least } = schema;
  return typeof least === 'number' ? Math.max(0, least) : 0;
};

/** A schema and all schemas in it. */
export function schemasIn(schema: unknown, path: Issue['path'] = []): readonly Part[] {
  const parts: Part[] = [];
  const open = [{ value: schema, path, times: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: part, path: at, times } = next;
    if (Array.isArray(part)) part.forEach((value, index) => open.push({ value, path: [...at, index], times }));
    if (!isObject(part)) continue;
    parts.push({ schema: part, path: at, times });
    const items = times * Math.max(1, asked(part, 'minItems'), asked(part, 'minContains'));
    for (const [name, member] of Object.entries(part)) {
      if (VALUES.includes(name)) continue;
      const inner = NAMED.includes(name) && isObject(member) ? Object.entries(member) : null;
      if (inner === null)
        open.push({ value: member, path: [...at, name], times: LISTED.includes(name) ? items : times });
      else for (const [key, value] of inner) open.push({ value, path: [...at, name, key], times });
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
  const parts = schemasIn(schema, path);
  const issues = parts.flatMap((part) =>
    partIssues(part.schema).map(({ path: within, message }) => ({ path: [...part.path, ...within], message })),
  );
  return issues.length > 0 ? issues : checkTogether(parts);
}

function checkTogether(parts: readonly Part[]): Issue[] {
  let together = 0;
  for (const { schema, path, times } of parts) {
    together += times * LIMITED.reduce((sum, name) => sum + asked(schema, name), 0);
    if (together <= MOST_TOGETHER) continue;
    const message = `With this, a row must have more than ${MOST_TOGETHER} characters, items and members: ask for less.`;
    return [{ path, message }];
  }
  return [];
}

function partIssues(schema: Part['schema']): Issue[] {
  const issues: Issue[] = LIMITED.flatMap((name) => {
    const [least, most] = [asked(schema, name), MOST[name]];
    return least > most ? [{ path: [name], message: `Ask for at most ${most}, not ${least}.` }] : [];
  });
  for (const [name, most] of [['required', MOST_COLUMNS] as const, ['type', TYPES.length] as const]) {
    const { [name]: list } = schema;
    if (!Array.isArray(list) || list.length <= most) continue;
    issues.push({ path: [name], message: `List at most ${most}, not ${list.length}.` });
  }
  return issues;
}
