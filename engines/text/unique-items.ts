/** `uniqueItems` of JSON Schema in time linear in the items: Ajv compares each with each. */
import type { FuncKeywordDefinition, SchemaValidateFunction } from 'ajv';
import { isObject } from '../../platform/is-object.ts';

const validate: SchemaValidateFunction = (isWanted: boolean, items: readonly unknown[]): boolean => {
  if (!isWanted || items.length < 2) return true;
  const seen = new Map<string, number>();
  for (const [at, item] of items.entries()) {
    const text = textOf(item);
    const before = seen.get(text);
    if (before !== undefined) {
      const message = `must NOT have duplicate items (items ## ${before} and ${at} are identical)`;
      validate.errors = [{ keyword: 'uniqueItems', message, params: { i: at, j: before } }];
      return false;
    }
    seen.set(text, at);
  }
  return true;
};

export const uniqueItems: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  validate,
};

/** Equal for equal values. Unlike JSON it tells infinite numbers, as `1e999` is read, from null. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(',')}]`;
  if (!isObject(value)) return typeof value === 'string' ? JSON.stringify(value) : String(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${textOf(value[name])}`).join(',')}}`;
}
