/** Reads the tables of a JSON text by its brackets: numbers keep all their digits, and each row its place. */
import { columnNames, MOST_CELLS, MOST_COLUMNS } from './table.ts';
import type { Columns, Table, TableRow } from './table.ts';

export type JsonTable = Columns & Pick<Table, 'name'>;

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The tables of an array of objects, of lines with an object each, or of an object that has arrays of objects as
 * members; the other members of such an object are a table with one row. Nested objects become columns such as
 * "address.city", nested lists one value with semicolons. `null` for any other text, and beyond the limits. Places are
 * counted from `offset`. Time grows with the length of the text.
 */
export function jsonTables(text: string, offset: number): readonly JsonTable[] | null {
  const roots = valuesIn(text, 0, text.length);
  const [root] = roots;
  if (root === undefined) return null;
  const isOne = roots.length === 1;
  if (isOne && isObject(text, root)) return tablesOfMembers(text, root, offset);
  const rows = isOne && text[root.start] === '[' ? inside(text, root) : roots;
  const table = rows.every((row) => isObject(text, row)) ? tableOf(text, rows, offset) : null;
  return table && [{ name: null, ...table }];
}

function tablesOfMembers(text: string, root: Span, offset: number): readonly JsonTable[] | null {
  const tables: JsonTable[] = [];
  const others: Fields = new Map();
  for (const { key, value } of membersOf(text, root)) {
    const rows = text[value.start] === '[' ? inside(text, value) : [];
    if (rows.length === 0 || !rows.every((row) => isObject(text, row))) {
      addFields(others, text, key, value, 1);
      continue;
    }
    const table = tableOf(text, rows, offset);
    if (table === null) return null;
    tables.push({ name: key, ...table });
  }
  if (tables.length === 0 || others.size > MOST_COLUMNS) return null;
  if (others.size === 0) return tables;
  const cells = [...others.values()].map(joined);
  const rest = { name: null, columns: columnNames([...others.keys()]), rows: [{ ...moved(root, offset), cells }] };
  return [rest, ...tables];
}

function tableOf(text: string, spans: readonly Span[], offset: number): Columns | null {
  const columns = new Map<string, number>();
  const rows: TableRow[] = [];
  for (const span of spans) {
    const fields: Fields = new Map();
    for (const { key, value } of membersOf(text, span)) addFields(fields, text, key, value, 1);
    const cells: string[] = [];
    for (const [name, values] of fields) {
      const column = columns.get(name) ?? columns.size;
      if (column >= MOST_COLUMNS) return null;
      columns.set(name, column);
      cells[column] = joined(values);
    }
    rows.push({ ...moved(span, offset), cells });
  }
  if (columns.size === 0 || columns.size * rows.length > MOST_CELLS) return null;
  const width = { length: columns.size };
  return {
    columns: columnNames([...columns.keys()]),
    rows: rows.map((row) => ({ ...row, cells: Array.from(width, (_, column) => row.cells[column] ?? '') })),
  };
}

/** Objects within objects that become columns; what is deeper stays JSON. */
const DEEPEST = 3;

/** The values of a record by column. */
type Fields = Map<string, string[]>;

function addFields(fields: Fields, text: string, name: string, value: Span, depth: number): void {
  if (isObject(text, value) && depth < DEEPEST) {
    for (const { key, value: inner } of membersOf(text, value)) {
      addFields(fields, text, `${name}.${key}`, inner, depth + 1);
    }
    return;
  }
  const written = isList(text, value) ? inside(text, value).map((item) => scalar(text, item)) : [scalar(text, value)];
  const values = fields.get(name) ?? [];
  fields.set(name, values);
  for (const part of written) if (part !== '') values.push(part);
}

const joined = (values: readonly string[]): string => values.join('; ');

/** Whether it is an array without arrays and objects. */
function isList(text: string, value: Span): boolean {
  return text[value.start] === '[' && inside(text, value).every(({ start }) => !'[{'.includes(text[start] ?? ''));
}

function scalar(text: string, { start, end }: Span): string {
  const written = text.slice(start, end);
  if (written === 'null') return '';
  const value = written.startsWith('"') ? textOf(written) : written;
  // Escapes may write what no Markdown and no database holds.
  return value.toWellFormed().replaceAll('\0', '').replace(/\s+/g, ' ').trim();
}

function textOf(written: string): string {
  try {
    const value: unknown = JSON.parse(written);
    return typeof value === 'string' ? value : written;
  } catch {
    return written;
  }
}

function membersOf(text: string, object: Span): { readonly key: string; readonly value: Span }[] {
  const parts = inside(text, object);
  return parts.flatMap((key, index) => {
    const value = parts[index + 1];
    return index % 2 === 0 && value ? [{ key: scalar(text, key), value }] : [];
  });
}

const isObject = (text: string, { start }: Span): boolean => text[start] === '{';
const moved = ({ start, end }: Span, offset: number): Span => ({ start: start + offset, end: end + offset });
const inside = (text: string, { start, end }: Span): Span[] => valuesIn(text, start + 1, end - 1);

const BETWEEN = new Set(' \t\r\n,:');
const ENDS_SCALAR = new Set(' \t\r\n,:[]{}"');

/** The outermost values between two positions; of an object, its keys and values by turns. */
function valuesIn(text: string, from: number, to: number): Span[] {
  const values: Span[] = [];
  let depth = 0;
  let open = from;
  for (let at = from; at < to;) {
    const start = at;
    const character = text[at] ?? '';
    if (BETWEEN.has(character)) {
      at++;
    } else if (character === '[' || character === '{') {
      if (depth++ === 0) open = at;
      at++;
    } else if (character === ']' || character === '}') {
      at++;
      if (depth > 0 && --depth === 0) values.push({ start: open, end: at });
    } else {
      at = character === '"' ? stringEnd(text, at, to) : scalarEnd(text, at, to);
      if (depth === 0) values.push({ start, end: at });
    }
  }
  return values;
}

/** The index behind the closing quotation mark. */
function stringEnd(text: string, start: number, to: number): number {
  for (let at = start + 1; at < to; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return to;
}

function scalarEnd(text: string, start: number, to: number): number {
  let at = start + 1;
  while (at < to && !ENDS_SCALAR.has(text[at] ?? '')) at++;
  return at;
}
