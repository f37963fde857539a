/** Text as Postgres keeps it: without U+0000 and without halves of surrogate pairs, which UTF-8 cannot say. */
import { Prisma } from './generated/client.ts';

/**
 * The arguments of an operation with text that Postgres can keep, in members, lists and names of members at any depth: NULs are
 * left out, half a surrogate pair becomes U+FFFD. Linear in what it is given, none of which is changed.
 */
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed();
  if (Array.isArray(value)) return value.map(storable);
  if (value instanceof Prisma.Sql) return Prisma.sql(value.strings, ...value.values.map(storable));
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [storable(name), storable(member)]));
}

/** Not a date, bytes, or one of Prisma's own values. */
function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
