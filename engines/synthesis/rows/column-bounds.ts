/** What the schema of a column says of its numbers and of how many values it has. */
import { isObject } from '../../../platform/is-object.ts';

export interface NumberBounds {
  readonly low: number;
  readonly high: number;
  /** Numbers are multiples of it; `null`: any. */
  readonly step: number | null;
}

/**
 * The bounds of the numbers of a schema. The ends of an open interval are part of them: the schema itself refuses them.
 */
export function numberBounds(schema: unknown): NumberBounds {
  const members = isObject(schema) ? schema : {};
  const among = (names: readonly string[]): number[] =>
    names.flatMap((name) => (typeof members[name] === 'number' ? [members[name]] : []));
  const [multiple] = among(['multipleOf']);
  return {
    low: Math.max(-Infinity, ...among(['minimum', 'exclusiveMinimum'])),
    high: Math.min(Infinity, ...among(['maximum', 'exclusiveMaximum'])),
    step: multiple ?? (typesOf(members).includes('integer') ? 1 : null),
  };
}

/** How many values a schema allows; `null`: no limit is known. */
export function valuesOf(schema: unknown): number | null {
  if (!isObject(schema)) return null;
  const types = typesOf(schema);
  const named = 'const' in schema ? [schema['const']] : schema['enum'];
  if (Array.isArray(named)) {
    const allowed = named.filter((value) => types.length === 0 || types.some((type) => isOfType(value, type)));
    return new Set(allowed.map((value) => JSON.stringify(value))).size;
  }
  if (types.length === 0) return null;
  // Whole numbers are numbers, too.
  const apart = types.filter((type) => type !== 'integer' || !types.includes('number'));
  const counts = apart.map((type) => valuesOfType(schema, type));
  return counts.includes(null) ? null : counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

function valuesOfType(schema: Readonly<Record<string, unknown>>, type: string): number | null {
  if (type === 'null') return 1;
  if (type === 'boolean') return 2;
  if (type === 'string') return schema['maxLength'] === 0 ? 1 : null;
  if (type !== 'integer' && type !== 'number') return null;
  const { low, high, step } = numberBounds({ ...schema, type });
  const isOpen = { low: low === schema['exclusiveMinimum'], high: high === schema['exclusiveMaximum'] };
  if (low > high || (low === high && (isOpen.low || isOpen.high))) return 0;
  if (step === null || !Number.isFinite(high - low)) return null;
  const [first, last] = [Math.ceil(low / step), Math.floor(high / step)];
  const ends = [isOpen.low && first === low / step, isOpen.high && last === high / step].filter(Boolean).length;
  return Math.max(0, last - first + 1 - ends);
}

/** Whether a value is of a type of JSON Schema. */
export function isOfType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  return typeof value === type;
}

/** The types of JSON Schema. */
export const TYPES = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'] as const;

/** The types that a schema allows; none where it does not say. What is no type of JSON Schema does not count. */
export function typesOf(schema: Readonly<Record<string, unknown>>): readonly string[] {
  const { type: given } = schema;
  return TYPES.filter((type) => (Array.isArray(given) ? given.includes(type) : given === type));
}
