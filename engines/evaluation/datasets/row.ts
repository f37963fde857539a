/** A row of an evaluation dataset, and the limits that every way of making one keeps to. */
import { ServiceError } from '../../../errors/index.ts';
import { isObject } from '../../../platform/is-object.ts';
import { MOST_COLUMNS } from '../options.ts';

/** Values of JSON by the name of their column. */
export type Row = Readonly<Record<string, unknown>>;

export const MOST_ROWS = 100_000;
/** Of a file. They cost time, and are no rows. */
export const MOST_BLANK_LINES = 100_000;
/** Of a row as JSON, in UTF-16 code units, and of a line of a file, in bytes. */
export const LONGEST_ROW = 1024 ** 2;
/** Characters of the name of a column. */
export const LONGEST_NAME = 255;
/** As deep as values in requests. */
export const MAX_DEPTH = 100;

/** Where a row is in its file. */
export interface Place {
  /** From 1. */
  readonly line: number;
  /** From 1: a character of a line of JSONL, a cell of a record of CSV; or the name of the column. */
  readonly column?: number | string;
}

/** Why rows cannot be read. `reason` is for programs. */
export function rowsInvalid(reason: string, what: string, { line, column }: Place): ServiceError {
  const at = column === undefined ? `line ${line}` : `line ${line}, column ${column}`;
  const details = { reason, line, ...(column !== undefined && { column }) };
  return new ServiceError('rows_invalid', `${what} At ${at}.`, details);
}

/** Why a whole file cannot be read, or all of a column. */
export function fileInvalid(reason: string, what: string, column?: string): ServiceError {
  const at = column === undefined ? '' : ` In column ${column}.`;
  return new ServiceError('rows_invalid', `${what}${at}`, { reason, ...(column !== undefined && { column }) });
}

/** Why a file with more than {@link MOST_BLANK_LINES} cannot be read. */
export function tooManyBlankLines(line: number): ServiceError {
  return rowsInvalid('too_many_blank_lines', `A file has at most ${MOST_BLANK_LINES} blank lines. Remove some.`, {
    line,
  });
}

/** The value as a row that can be kept. Throws `rows_invalid`. */
export function checkedRow(value: unknown, place: Place): Row {
  if (!isObject(value)) throw rowsInvalid('not_an_object', 'A row must be a JSON object.', place);
  const names = Object.keys(value);
  if (names.length > MOST_COLUMNS) {
    throw rowsInvalid('too_many_columns', `The row has more than ${MOST_COLUMNS} columns. Leave some out.`, place);
  }
  for (const name of names) {
    const column = name.slice(0, LONGEST_NAME).toWellFormed();
    const fault = name.length > LONGEST_NAME || name === '' ? 'name' : faultOf(value[name] ?? null, name);
    if (fault !== null) throw rowsInvalid(fault, FAULTS[fault], { ...place, column });
  }
  return value;
}

const FAULTS = {
  name: `The name of a column has 1 to ${LONGEST_NAME} characters, and is not __proto__. Rename it.`,
  characters: 'Text must not contain NUL characters or lone surrogates. Remove them.',
  depth: `The value is nested more than ${MAX_DEPTH} levels deep. Nest it less deeply, or write it as text.`,
};

/** What keeps a value from being stored unchanged; `null`: nothing. */
function faultOf(value: unknown, name: string, depth = 0): keyof typeof FAULTS | null {
  if (name === '__proto__') return 'name';
  if (!isText(name) || (typeof value === 'string' && !isText(value))) return 'characters';
  if (typeof value !== 'object' || value === null) return null;
  if (depth === MAX_DEPTH) return 'depth';
  for (const [member, inner] of Object.entries(value)) {
    const fault = faultOf(inner, member, depth + 1);
    if (fault !== null) return fault;
  }
  return null;
}

function isText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
