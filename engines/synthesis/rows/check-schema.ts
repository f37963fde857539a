/** Contradictions in a JSON Schema. */
import { isObject } from '../../../platform/is-object.ts';
import { isOfType, typesOf, valuesOf } from './column-bounds.ts';

/** What is wrong, and where in what was asked for. */
export interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Schemas nested deeper are not looked into; the validator still sees them. */
const DEEPEST = 20;

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
  const { $ref: reference } = schema;
  if (typeof reference === 'string' && !reference.startsWith('#')) {
    issues.push({
      path: [...path, '$ref'],
      message: `Use a reference within the schema (#/$defs/…), not ${reference}.`,
    });
  }
  issues.push(...checkNamed(schema, path));
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
  if (issues.length === 0 && valuesOf(schema) === 0) {
    issues.push({ path, message: 'No number is within the limits. Widen them, or leave out multipleOf.' });
  }
  issues.push(...checkRequired(schema).map((message) => ({ path: [...path, 'required'], message })));
  const inner = Object.entries(schema).flatMap(([name, value]) => {
    // Values are no schemas.
    if (name === 'enum' || name === 'examples') return [];
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

/** What a schema names as its values must fit its type. */
function checkNamed(schema: Readonly<Record<string, unknown>>, path: readonly (string | number)[]): Issue[] {
  const { enum: values } = schema;
  const types = typesOf(schema);
  const fits = (value: unknown): boolean => types.length === 0 || types.some((type) => isOfType(value, type));
  const typed = `of type ${types.join(' or ')}`;
  if (Array.isArray(values)) {
    const at = [...path, 'enum'];
    if (values.length === 0) return [{ path: at, message: 'An empty enum allows no value.' }];
    if (!values.some(fits)) return [{ path: at, message: `No value of the enum is ${typed}.` }];
  }
  if (!('const' in schema)) return [];
  const at = [...path, 'const'];
  const fixed = JSON.stringify(schema['const']);
  if (!fits(schema['const'])) return [{ path: at, message: `${fixed} is not ${typed}.` }];
  const isNamed = !Array.isArray(values) || values.some((value) => JSON.stringify(value) === fixed);
  return isNamed ? [] : [{ path: at, message: `${fixed} is not in the enum.` }];
}

function checkRequired({
  required,
  properties,
  patternProperties,
  additionalProperties,
}: Record<string, unknown>): string[] {
  if (!Array.isArray(required) || additionalProperties !== false || patternProperties !== undefined) return [];
  const known = isObject(properties) ? properties : {};
  const unknown = required.filter((name) => !Object.hasOwn(known, String(name)));
  return unknown.length === 0
    ? []
    : [`Nothing can be named ${unknown.join(', ')}: properties does not have it, and additionalProperties is false.`];
}
