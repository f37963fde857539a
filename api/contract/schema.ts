/**
 * Building blocks of the contract's schemas. A schema with a `title` is a component of that name, and so is a
 * parameter.
 */
import { Type } from 'typebox';
import type { TProperties, TSchema } from 'typebox';

/** Keyword: most bytes that a value may have as JSON. */
export const MAX_JSON_BYTES = 'x-max-json-bytes';

/** A schema that is a named component of the document. Unknown members are rejected. */
export function Named<T extends TProperties>(title: string, description: string, properties: T) {
  return Type.Object(properties, { title, description, additionalProperties: false });
}

/** A value that is `null` when it is not known. */
export function Nullable<T extends TSchema>(schema: T, description?: string) {
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
}

export function Text(description: string, example: string, options: Record<string, unknown> = {}) {
  return Type.String({ description, examples: [example], ...options });
}

export function Whole(description: string, example: number, options: Record<string, unknown> = {}) {
  return Type.Integer({ description, examples: [example], minimum: 0, ...options });
}

export function Decimal(description: string, example: number, options: Record<string, unknown> = {}) {
  return Type.Number({ description, examples: [example], ...options });
}

export function Flag(description: string, example: boolean) {
  return Type.Boolean({ description, examples: [example] });
}

export function Timestamp(description: string) {
  return Type.String({ description, format: 'date-time', examples: ['2026-03-14T09:26:53.589Z'] });
}

/** One of a fixed set of words. */
export function Word<const T extends string[]>(
  values: readonly [...T],
  description: string,
  options: Record<string, unknown> = {},
) {
  return Type.Enum([...values], { type: 'string', description, examples: [values[0] ?? ''], ...options });
}

/** A JSON object of any content. */
export function AnyObject(
  description: string,
  example: Record<string, unknown> = {},
  options: Record<string, unknown> = {},
) {
  return Type.Record(Type.String(), Type.Unknown(), { description, examples: [example], ...options });
}

/** As many as a field of a form may have, so that every way of sending it takes the same. */
const MAX_KEPT_BYTES = 64 * 1024;

/** A JSON object of any content that a client gives to be kept: lists show many of them at once. */
export function KeptObject(
  description: string,
  example: Record<string, unknown> = {},
  options: Record<string, unknown> = {},
) {
  const limit = { [MAX_JSON_BYTES]: MAX_KEPT_BYTES };
  return Type.Record(Type.String(), Type.Unknown(), {
    description: `${description} At most 64 KiB as JSON.`,
    examples: [example],
    ...limit,
    ...options,
  });
}

export function List<T extends TSchema>(items: T, description: string, options: Record<string, unknown> = {}) {
  return Type.Array(items, { description, ...options });
}

/** The suffix of every identifier. */
export const ID_SUFFIX = '[0-9a-hjkmnp-tv-z]{26}';

export function Id(prefix: string, description: string) {
  return Type.String({
    description,
    pattern: `^${prefix}_${ID_SUFFIX}$`,
    examples: [`${prefix}_01k9zt6v3c8wq4m2n7r5x0ybhd`],
  });
}

/** What a request calls a secret: the operator sets it under this name with a prefix for its use. */
export const SECRET_REF_PATTERN = '^[a-z][a-z0-9_]{0,49}$';

export const documentIdParameter = {
  documentId: Text('The document.', 'doc_01k9zt6v3c8wq4m2n7r5x0ybhd', {
    title: 'DocumentId',
    minLength: 1,
    maxLength: 255,
  }),
};

/** Purpose of a request, for access policies that want one. */
export const PurposeHeaders = Type.Object({
  'x-access-purpose': Type.Optional(
    Text('Purpose of the access, for policies with `purpose_tags`: docs/access-policy.md.', 'research', {
      title: 'AccessPurpose',
      maxLength: 100,
    }),
  ),
});

const ROW_ID = '^[0-9]{1,18}$';

/** Identifier of a row, in a request. */
export const RowId = (description: string, example: string) => Text(description, example, { pattern: ROW_ID });

/** Cursor of a list in the order of its rows. */
export const RowCursor = Text('`next_cursor` of the previous page.', '4711', { title: 'RowCursor', pattern: ROW_ID });
