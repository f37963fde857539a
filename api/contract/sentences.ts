/** Error messages per schema rule: the expected form, its limit, and the actual value. */
import type { ErrorObject } from 'ajv';
import { nearest } from './nearest.ts';
import { MAX_JSON_BYTES } from './schema.ts';

/** By keyword; a test holds the list to the keywords of the contract. */
export const SENTENCES: Readonly<Record<string, (error: ErrorObject) => string>> = {
  type: ({ schema, data, parentSchema }) =>
    `Expected ${[schema].flat().map(nameOf).join(' or ')}, not ${describe(data)}.${example(parentSchema)}`,
  required: ({ params, parentSchema }) =>
    `This member is required.${example(memberOf(parentSchema, 'properties', params['missingProperty']))}`,
  additionalProperties: ({ params, parentSchema }) => unknownMember(String(params['additionalProperty']), parentSchema),
  enum: ({ params, data }) => {
    const allowed = [params['allowedValues']].flat().map(String);
    return `Use one of: ${allowed.join(', ')}.${suggestion(typeof data === 'string' ? data : '', allowed)}`;
  },
  pattern: ({ parentSchema }) =>
    `This does not have the expected form. ${text(parentSchema, 'description')}${example(parentSchema)}`,
  format: ({ schema, parentSchema }) =>
    schema === 'date-time'
      ? 'Use an RFC 3339 time with a time zone. Example: "2026-03-14T09:26:53Z".'
      : `Use text of the format ${String(schema)}.${example(parentSchema)}`,
  minimum: ({ parentSchema, data }) => `Use a number ${range(parentSchema)}, not ${String(data)}.`,
  maximum: ({ parentSchema, data }) => `Use a number ${range(parentSchema)}, not ${String(data)}.`,
  exclusiveMinimum: ({ schema, data }) => `Use a number greater than ${String(schema)}, not ${String(data)}.`,
  minLength: ({ schema, data }) => `Use at least ${count(schema, 'character')}, not ${lengthOf(data)}.`,
  maxLength: ({ schema, data }) => `Use at most ${count(schema, 'character')}, not ${lengthOf(data)}.`,
  minItems: ({ schema, data, parentSchema }) =>
    `Use at least ${count(schema, 'item')}, not ${lengthOf(data)}.${example(parentSchema)}`,
  maxItems: ({ schema, data }) => `Use at most ${count(schema, 'item')}, not ${lengthOf(data)}.`,
  uniqueItems: ({ params }) => `Use each item only once: items ${params['j']} and ${params['i']} are equal.`,
  minProperties: ({ schema, parentSchema }) =>
    `Use at least ${count(schema, 'member')}${members(parentSchema, ' of: ')}.`,
  maxProperties: ({ schema, data }) => `Use at most ${count(schema, 'member')}, not ${lengthOf(data)}.`,
  [MAX_JSON_BYTES]: ({ schema, data }) =>
    `Use at most ${count(schema, 'byte')} as JSON, not ${Buffer.byteLength(JSON.stringify(data))}.`,
};

/** A sentence for an error of the validator. */
export function sentenceOf(error: ErrorObject): string {
  return SENTENCES[error.keyword]?.(error) ?? 'This value violates the contract.';
}

/** The message for an unknown member. */
export function unknownMember(name: string, schema: ErrorObject['parentSchema']): string {
  const names = namesIn(schema);
  const [pattern] = Object.keys(Object(schema?.['patternProperties']));
  if (names.length === 0 && pattern !== undefined) return `This name is not allowed. Names have the form ${pattern}.`;
  const advice = suggestion(name, names) || members(schema, ' Allowed fields: ', '.');
  return `Unknown field.${advice}`;
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function nameOf(type: unknown): string {
  return NAMES[String(type)] ?? String(type);
}

function describe(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return String(value);
  // Longer numbers of a query stay text: they would not be exact.
  if (typeof value === 'string' && /^-?\d{16,}$/.test(value)) return 'text of more than 15 digits';
  return nameOf(Array.isArray(value) ? 'array' : typeof value);
}

/** The first example of a schema, if it has one that is short enough to be read. */
function example(schema: unknown): string {
  const examples: unknown = Object(schema)['examples'];
  const json = (Array.isArray(examples) && JSON.stringify(examples[0])) || '';
  return json === '' || json.length > 200 ? '' : ` Example: ${json}.`;
}

function suggestion(word: string, known: readonly string[]): string {
  const found = nearest(word, known);
  return found === null ? '' : ` Did you mean \`${found}\`?`;
}

function members(schema: ErrorObject['parentSchema'], before: string, after = ''): string {
  const names = namesIn(schema);
  return names.length === 0 ? '' : `${before}${names.map((name) => `\`${name}\``).join(', ')}${after}`;
}

function namesIn(schema: ErrorObject['parentSchema']): string[] {
  return Object.keys(Object(schema?.['properties']));
}

function memberOf(schema: ErrorObject['parentSchema'], part: string, name: unknown): unknown {
  return Object(Object(schema?.[part]))[String(name)];
}

function text(schema: ErrorObject['parentSchema'], name: string): string {
  const value: unknown = schema?.[name];
  return typeof value === 'string' ? value : '';
}

function range(schema: ErrorObject['parentSchema']): string {
  const { minimum, maximum } = schema ?? {};
  if (minimum !== undefined && maximum !== undefined) return `from ${minimum} to ${maximum}`;
  return maximum === undefined ? `of at least ${minimum}` : `of at most ${maximum}`;
}

function count(limit: unknown, unit: string): string {
  return `${String(limit)} ${unit}${limit === 1 ? '' : 's'}`;
}

/** Characters, items or members, as the validator counts them. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return Array.from(value).length;
  return Array.isArray(value) ? value.length : Object.keys(Object(value)).length;
}
