/** How much work a JSON Schema is, known before it is compiled. */

/** Subschemas of a schema, and of all schemas of a request. */
export const MOST_SUBSCHEMAS = 1000;

/** Steps of a pattern that take as long as a subschema. */
const PATTERN_STEPS = 200;

/**
 * Its objects and lists, each as often as references lead to it, and patterns by their length and repetitions. What
 * refers to itself is counted once. Counting ends soon after {@link MOST_SUBSCHEMAS}.
 */
export function schemaSize(schema: Readonly<Record<string, unknown>>): number {
  const { named, parts } = namedParts(schema);
  // One of the two sums below exceeds the limit in any case. Following all references could take long.
  if (parts > 2 * MOST_SUBSCHEMAS) return parts;
  const sizes = new Map<object, number>();
  const open = new Set<object>();
  const sizeOf = (part: unknown): number => {
    if (typeof part !== 'object' || part === null || open.has(part)) return 0;
    const known = sizes.get(part);
    if (known !== undefined) return known;
    open.add(part);
    let size = 1;
    for (const [name, member] of Object.entries(part)) {
      if (size > MOST_SUBSCHEMAS) break;
      if (name === 'pattern' && typeof member === 'string') size += patternSize(member);
      else if (name === 'patternProperties') size += namesOf(member).reduce((sum, text) => sum + patternSize(text), 0);
      if (typeof member === 'string' && isReference(name)) size += sizeOf(targetOf(schema, named, member));
      else if (name !== '$defs' && name !== 'definitions') size += sizeOf(member);
    }
    open.delete(part);
    sizes.set(part, size);
    return size;
  };
  // What nothing refers to is compiled as well.
  const unreferenced = [schema['$defs'], schema['definitions']].reduce<number>((sum, defs) => sum + sizeOf(defs), 0);
  return Math.max(sizeOf(schema), unreferenced);
}

/** Whether schemas have more than {@link MOST_SUBSCHEMAS} together. */
export const areTooLarge = (schemas: readonly Readonly<Record<string, unknown>>[]): boolean =>
  schemas.reduce((sum, schema) => sum + schemaSize(schema), 0) > MOST_SUBSCHEMAS;

const isReference = (name: string): boolean => name === '$ref' || name === '$dynamicRef' || name === '$recursiveRef';

const namesOf = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value) : [];

const patternSize = (pattern: string): number => Math.ceil(patternSteps(pattern) / PATTERN_STEPS);

/** A pattern is compiled to about as many steps as it has characters, times its repetitions. */
export function patternSteps(pattern: string): number {
  let repetitions = 1;
  for (const [, least = '1', most = ''] of pattern.matchAll(/\{(\d{1,5}),?(\d{0,5})\}/g)) {
    repetitions = Math.min(repetitions * Math.max(1, Number(least), Number(most)), 1e6);
  }
  return pattern.length * repetitions;
}

/** Parts that have a name of their own, by what a reference to them says, and the number of all parts. */
function namedParts(schema: object): { readonly named: ReadonlyMap<string, object>; readonly parts: number } {
  const named = new Map<string, object>();
  const stack: object[] = [schema];
  let parts = 0;
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    parts++;
    for (const [name, member] of Object.entries(part)) {
      if (typeof member === 'object' && member !== null) stack.push(member);
      else if (name === '$id') named.set(String(member), part);
      else if (name === '$anchor' || name === '$dynamicAnchor') named.set(`#${String(member)}`, part);
    }
  }
  return { named, parts };
}

/** What a reference leads to; the whole schema when that is not clear. */
function targetOf(schema: object, named: ReadonlyMap<string, object>, reference: string): unknown {
  const known = named.get(reference);
  if (known !== undefined) return known;
  if (!reference.startsWith('#/')) return schema;
  let part: unknown = schema;
  for (const step of reference.slice(2).split('/')) {
    if (typeof part !== 'object' || part === null) return undefined;
    const name = decoded(step);
    part = Object.entries(part).find(([member]) => member === name)?.[1];
  }
  return part;
}

function decoded(step: string): string {
  const text = step.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
