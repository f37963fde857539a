/** What the schema of a column says of its numbers and of how many values it has. */
import { isObject } from '../objects.ts';

export interface NumberLimits {
  readonly low: number;
  readonly high: number;
  /** Numbers are multiples of it; `null`: any. */
  readonly step: number | null;
}

/** The limits of the numbers of a schema. The ends of an open interval are part of them: the schema itself refuses them. */
export function numberLimits(schema: unknown): NumberLimits {
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
  if ('const' in schema) return 1;
  if (Array.isArray(schema['enum'])) return new Set(schema['enum'].map((value) => JSON.stringify(value))).size;
  const types = typesOf(schema);
  if (types.length === 1 && types[0] === 'boolean') return 2;
  const { low, high, step } = numberLimits(schema);
  if (types.length !== 1 || step === null || !Number.isFinite(high - low)) return null;
  return Math.max(0, Math.floor(high / step) - Math.ceil(low / step) + 1);
}

export function typesOf(schema: Readonly<Record<string, unknown>>): readonly string[] {
  return [schema['type']].flat().filter((type) => typeof type === 'string');
}
