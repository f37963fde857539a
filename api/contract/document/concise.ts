/** Schemas of the document without what their other members say already. Messages to clients still have all of it. */
import { isObject } from '../../../platform/is-object.ts';
import type { Json } from './components.ts';
import { ID_SUFFIX } from '../schema.ts';

type Members = Readonly<Record<string, Json>>;

export function concise(schema: Members): Members {
  const merged = withNullAsType(schema);
  const { examples, ...others } = merged;
  return Array.isArray(examples) && isObvious(merged) ? others : merged;
}

/**
 * Words and prose show no form that a text must have. An empty text does: `/docs` leaves such a field of a form empty.
 */
const PROSE = /^(?:[\p{L}\p{N}_’'-]{1,20}[,.;:?!…]*(?: |$))+$/u;

function isObvious({ format, pattern, enum: words, examples }: Members): boolean {
  const isIdentifier = typeof pattern === 'string' && pattern.endsWith(`_${ID_SUFFIX}$`);
  if (Array.isArray(words) || isIdentifier || format === 'date-time' || format === 'date') return true;
  return pattern === undefined && format === undefined && [examples].flat().every(isPlain);
}

function isPlain(value: Json | undefined): boolean {
  if (typeof value === 'string') return PROSE.test(value);
  if (Array.isArray(value)) return value.every(isPlain);
  return !isObject(value) || Object.keys(value).length === 0;
}

/** A scalar or `null`: one schema of two types, unless the union says something else of the whole. */
function withNullAsType(schema: Members): Members {
  const { anyOf, ...whole } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const [given, nothing, ...others] = anyOf;
  if (!isObject(given) || !isObject(nothing) || nothing['type'] !== 'null' || others.length > 0) return schema;
  const { type, title, enum: words } = given;
  if (typeof type !== 'string' || title !== undefined || words !== undefined) return schema;
  if (Object.keys(given).some((name) => name in whole)) return schema;
  return { ...whole, ...given, type: [type, 'null'] };
}
