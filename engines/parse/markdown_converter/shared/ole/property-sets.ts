/** Property sets of Office files ([MS-OLEPS]): numbered values, some of which a user has named. */
import type { Decode } from '../../../documents/charset/decoders.ts';
import { codePageDecoder } from './code-pages.ts';
import { readFileTime } from './file-time.ts';

export interface PropertySet {
  /** Texts, numbers, truth values and times by the number of the property. */
  readonly values: ReadonlyMap<number, string>;
  /** Names that the user gave to values, by number. */
  readonly names: ReadonlyMap<number, string>;
}

const FIRST_SET = 28;
const SET_ENTRY = 20;
const SET_AT = 16;
const MAX_PROPERTIES = 256;

const DICTIONARY = 0;
const CODE_PAGE = 1;
const UNICODE = 1200;

const SHORT = 2;
const INTEGER = 3;
const DOUBLE = 5;
const BOOLEAN = 11;
const STRING = 30;
const WIDE_STRING = 31;
const FILE_TIME = 64;

/** The one or two sets of a stream. Throws a RangeError for a damaged one. */
export function readPropertySets(stream: Buffer): PropertySet[] {
  const count = Math.min(2, stream.readUInt32LE(FIRST_SET - 4));
  return Array.from({ length: count }, (_, index) =>
    readSet(stream, stream.readUInt32LE(FIRST_SET + index * SET_ENTRY + SET_AT)),
  );
}

function readSet(stream: Buffer, section: number): PropertySet {
  const count = Math.min(MAX_PROPERTIES, stream.readUInt32LE(section + 4));
  const places = new Map<number, number>();
  for (let i = 0; i < count; i++) {
    const at = section + 8 + i * 8;
    places.set(stream.readUInt32LE(at), section + stream.readUInt32LE(at + 4));
  }
  const codePageAt = places.get(CODE_PAGE);
  const hasCodePage = codePageAt !== undefined && stream.readUInt32LE(codePageAt) === SHORT;
  const codePage = hasCodePage ? stream.readUInt16LE(codePageAt + 4) : 1252;
  const decode = codePageDecoder(codePage);
  const values = new Map<number, string>();
  for (const [id, at] of places) {
    const value = id === DICTIONARY ? null : readValue(stream, at, decode);
    if (value !== null) values.set(id, value);
  }
  const dictionary = places.get(DICTIONARY);
  return { values, names: dictionary === undefined ? new Map() : readNames(stream, dictionary, codePage) };
}

/** Lengths are in characters, and names of two bytes a character end at a multiple of 4 bytes. */
function readNames(stream: Buffer, start: number, codePage: number): Map<number, string> {
  const decode = codePageDecoder(codePage);
  const isWide = codePage === UNICODE;
  const names = new Map<number, string>();
  const count = Math.min(MAX_PROPERTIES, stream.readUInt32LE(start));
  let at = start + 4;
  for (let i = 0; i < count; i++) {
    const [id, length] = [stream.readUInt32LE(at), stream.readUInt32LE(at + 4)];
    const bytes = length * (isWide ? 2 : 1);
    names.set(id, untilNull(decode(stream.subarray(at + 8, at + 8 + bytes))));
    at += 8 + (isWide ? Math.ceil(bytes / 4) * 4 : bytes);
  }
  return names;
}

function readValue(stream: Buffer, at: number, decode: Decode): string | null {
  const value = at + 4;
  switch (stream.readUInt32LE(at)) {
    case INTEGER:
      return String(stream.readInt32LE(value));
    case DOUBLE:
      return String(stream.readDoubleLE(value));
    case BOOLEAN:
      return stream.readUInt16LE(value) === 0 ? 'false' : 'true';
    case STRING:
      return untilNull(decode(stream.subarray(at + 8, at + 8 + stream.readUInt32LE(value))));
    case WIDE_STRING:
      return untilNull(stream.toString('utf16le', at + 8, at + 8 + stream.readUInt32LE(value) * 2));
    case FILE_TIME:
      return readFileTime(stream, value);
    default:
      return null;
  }
}

const untilNull = (words: string): string => words.split('\0', 1)[0] ?? '';
