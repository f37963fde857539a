/** Text that Postgres can store: without U+0000 and without lone surrogates, which UTF-8 cannot represent. */
import { Prisma } from './generated/client.ts';

/**
 * An operation's arguments with storable text in values, lists and keys at any depth: NULs are dropped, a lone
 * surrogate becomes U+FFFD. Runs in linear time and does not change its argument.
 */
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (value instanceof Prisma.Sql) return Prisma.sql(value.strings, ...value.values.map(storable));
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [storable(name), storable(member)]));
}

export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Not a date, bytes, or one of Prisma's own values. */
function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
