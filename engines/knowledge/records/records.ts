/** The rows of tables as records: each has a name, a type, and a line for each value. */
import { shownByLink } from '../../text/markdown/plain-text.ts';
import { LONGEST_NAME, normalName } from '../names/normal.ts';
import { keyOf, typeOf } from './column-words.ts';
import { identityOf } from './identity.ts';
import type { Identity } from './identity.ts';
import { hasValue } from './table.ts';
import type { Table, TableRow } from './table.ts';

export interface TableRecord {
  /** Position in its table, from 1; the header does not count. */
  readonly row: number;
  /** Its table in the singular and in lower case, such as "customer". */
  readonly type: string;
  /** What it is called, and the key by which other records may refer to it; their normal forms differ. */
  readonly names: readonly [name: string, ...keys: string[]];
  /** UTF-16 code units of the Markdown, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly values: readonly { readonly column: string; readonly value: string }[];
}

/** What the rows of a table are. */
export interface RecordType {
  readonly type: string;
  readonly identity: Identity;
}

/** A row of a table that nothing names. */
const ANY_TYPE = 'record';

/** The type is the name of the table, or else `title`, that of the document. */
export function recordTypeOf(table: Table, title: string | null): RecordType {
  const names = [table.name, ...table.above.map(({ text }) => text).toReversed(), title];
  const named = names.map((name) => typeOf(name ?? '')).find((type) => type !== '');
  const type = named ?? ANY_TYPE;
  return { type, identity: identityOf(table, type) };
}

/** The records of a table, without its empty rows. */
export function* recordsOf(table: Table, { type, identity }: RecordType): Generator<TableRecord> {
  for (const [index, row] of table.rows.entries()) {
    if (!hasValue(row)) continue;
    const { start, end, cells } = row;
    const values = table.columns.flatMap((column, at) => {
      const value = (cells[at] ?? '').replace(/\s+/g, ' ').trim();
      return value === '' ? [] : [{ column, value }];
    });
    const name = nameOf(row, index, type, identity);
    const keys = keysOf(row, type, identity).filter((key) => normalName(key) !== normalName(name));
    yield { row: index + 1, type, names: [name, ...keys], start, end, values };
  }
}

function nameOf({ cells }: TableRow, index: number, type: string, { columns }: Identity): string {
  const values = columns.map((column) => cells[column] ?? '').filter((value) => value !== '');
  return values.length === 0 ? nameWithType(type, `row ${index + 1}`) : ownName(type, values.join(' '));
}

function keysOf({ cells }: TableRow, type: string, { key }: Identity): string[] {
  const value = key === null ? '' : (cells[key] ?? '');
  return value === '' ? [] : [ownName(type, value)];
}

/** A number says nothing by itself: it is "Order 1001", and "C" is "Language C". */
function ownName(type: string, value: string): string {
  const plain = shownByLink(value).replace(/\s+/g, ' ').slice(0, LONGEST_NAME).toWellFormed().trim();
  return isNameAlone(plain) ? plain : nameWithType(type, plain);
}

const isNameAlone = (value: string): boolean => /\p{L}/u.test(value) && normalName(value).length > 1;

const nameWithType = (type: string, value: string): string =>
  `${type.slice(0, 1).toUpperCase()}${type.slice(1)} ${value}`;

/**
 * The name that a value may have as the name of another record: its own, or with a number that of a key, such as
 * "Customer 17" in the columns "customer_id" and "customer". `null` for other numbers.
 */
export function referenceOf(type: string, column: string, value: string): string | null {
  if (isNameAlone(value)) return shownByLink(value);
  const key = keyOf(column);
  const of = key === null ? typeOf(column) : key === '' || key === 'parent' ? type : typeOf(key);
  return of === '' ? null : nameWithType(of, value);
}
