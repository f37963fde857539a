/** Tables of dBase and FoxPro (DBF): a column per field. */
import { isUtf8 } from 'node:buffer';
import { ServiceError } from '../../../errors/index.ts';
import { documentOf } from '../documents/document.ts';
import { escapeInline } from '../documents/markdown/escape.ts';
import { pipeGrid } from '../documents/markdown/tables.ts';
import type { ParsedDocument, ParseInput } from '../documents/types.ts';
import { decoderOf, type Decode } from '../documents/charset/decoders.ts';
import { guessCharset } from '../documents/charset/guess.ts';
import { codePageDecoder } from './shared/ole/code-pages.ts';

interface Field {
  readonly name: string;
  /** The letter of its type. */
  readonly type: string;
  /** Place in a record, and number of bytes there. */
  readonly offset: number;
  readonly length: number;
}

const PART = 32;
const TERMINATOR = 0x0d;
const DELETED = 0x2a;
/** A field that only the database itself uses. */
const IS_SYSTEM = 0x01;
/** Types whose values are in another file, or not text: memo, general, picture, blob, binary. */
const OMITTED = /^[MGPWQV0]$/;

/**
 * Throws `empty` without a field that is text, `corrupt` for a damaged header, `too_large` above the limit of cells.
 */
export function convertDbase({ bytes }: ParseInput): ParsedDocument {
  const table = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (table.length <= PART) throw new ServiceError('corrupt', 'The table has no header.');
  const decode = textDecoder(table);
  const fields = readFields(table, decode);
  const shown = fields.filter(({ type }) => !OMITTED.test(type));
  if (shown.length === 0) throw new ServiceError('empty', 'The table has no field with text.');

  const records = readRecords(table);
  const markdown = pipeGrid(shown.length, records.length + 1, (row, column) => {
    const field = shown[column];
    const record = records[row - 1];
    if (field === undefined) return '';
    return escapeInline(record === undefined ? field.name : valueOf(field, record, decode));
  });
  const omitted = fields.filter((field) => !shown.includes(field)).map(({ name }) => name);
  const message = `Fields with values outside the table omitted: ${omitted.join(', ')}.`;
  return documentOf(`${markdown}\n`, {
    warnings: omitted.length === 0 ? [] : [{ code: 'fields_omitted', message, page: null }],
  });
}

function readFields(table: Buffer, decode: Decode): Field[] {
  const end = Math.min(table.readUInt16LE(8), table.length);
  const fields: Field[] = [];
  // The first byte of a record tells whether it is deleted.
  let offset = 1;
  for (let at = PART; at + PART <= end && table[at] !== TERMINATOR; at += PART) {
    const name = untilZero(table.subarray(at, at + 11));
    const length = table.readUInt8(at + 16);
    const isSystem = (table.readUInt8(at + 18) & IS_SYSTEM) !== 0;
    if (!isSystem)
      fields.push({ name: decode(name).trim(), type: String.fromCharCode(table.readUInt8(at + 11)), offset, length });
    offset += length;
  }
  return fields;
}

/** Those that the header counts and the file holds, without deleted ones. */
function readRecords(table: Buffer): Buffer[] {
  const start = table.readUInt16LE(8);
  const length = table.readUInt16LE(10);
  if (length === 0) throw new ServiceError('corrupt', 'The records of the table have no length.');
  const count = Math.min(table.readUInt32LE(4), Math.floor((table.length - start) / length));
  const records: Buffer[] = [];
  for (let index = 0; index < count; index++) {
    const record = table.subarray(start + index * length, start + (index + 1) * length);
    if (record[0] !== DELETED) records.push(record);
  }
  return records;
}

function valueOf({ type, offset, length }: Field, record: Buffer, decode: Decode): string {
  const value = record.subarray(offset, offset + length);
  switch (type) {
    case 'D':
      return decode(value)
        .trim()
        .replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
    case 'L':
      return LOGICAL[decode(value).toUpperCase()] ?? '';
    case 'I':
      return value.length === 4 ? String(value.readInt32LE()) : '';
    case 'B':
    case 'O':
      return value.length === 8 ? String(value.readDoubleLE()) : '';
    case 'Y':
      return value.length === 8 ? (Number(value.readBigInt64LE()) / 10_000).toFixed(2) : '';
    case 'T':
      return value.length === 8 ? dateTime(value.readInt32LE(), value.readInt32LE(4)) : '';
    default:
      return decode(untilZero(value)).trim();
  }
}

const LOGICAL: Readonly<Record<string, string>> = { T: 'TRUE', Y: 'TRUE', F: 'FALSE', N: 'FALSE' };

/** Day 0 of Unix time as a day of the Julian period. */
const UNIX_EPOCH = 2_440_588;

/** A day of the Julian period and the milliseconds after midnight. */
function dateTime(day: number, milliseconds: number): string {
  if (day === 0) return '';
  const date = new Date((day - UNIX_EPOCH) * 86_400_000 + Math.round(milliseconds / 1000) * 1000);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 19).replace('T', ' ');
}

function untilZero(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

/** Code pages, each with the numbers of its drivers of languages, as far as programs write them. */
const DRIVERS: readonly (readonly [codePage: number, drivers: readonly number[]])[] = [
  [437, [0x01, 0x09, 0x0b, 0x0d, 0x0f, 0x11, 0x15, 0x18, 0x19, 0x1b]],
  [850, [0x02, 0x0a, 0x0e, 0x10, 0x12, 0x14, 0x16, 0x1a, 0x1d, 0x25, 0x37]],
  [852, [0x1f, 0x22, 0x23, 0x40, 0x64, 0x87]],
  [866, [0x26, 0x65]],
  [874, [0x50, 0x7c]],
  [932, [0x13, 0x7b]],
  [936, [0x4d, 0x7a]],
  [949, [0x4e, 0x79]],
  [950, [0x4f, 0x78]],
  [1250, [0xc8]],
  [1251, [0xc9]],
  [1252, [0x03, 0x58, 0x59]],
  [1253, [0xcb]],
  [1254, [0xca]],
  [1255, [0x7d]],
  [1256, [0x7e]],
  [1257, [0xcc]],
  [10_000, [0x04]],
  [10_007, [0x96]],
];

/**
 * Without a known driver, each value is UTF-8 if it can be, as the programs for maps write it, else in what the table
 * as a whole seems to be.
 */
function textDecoder(table: Buffer): Decode {
  const driver = table.readUInt8(29);
  const known = DRIVERS.find(([, drivers]) => drivers.includes(driver));
  if (known !== undefined) return codePageDecoder(known[0]);
  const guess = guessCharset(table.subarray(table.readUInt16LE(8)));
  const decode = (guess && decoderOf(guess.charset)) ?? codePageDecoder(1252);
  const utf8 = new TextDecoder();
  return (bytes) => (isUtf8(bytes) ? utf8.decode(bytes) : decode(bytes));
}
