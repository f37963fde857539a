/** Properties of Outlook messages ([MS-OXMSG]): streams named by property ID, and a table of short values. */
import type { Decode } from '../../documents/charset/decoders.ts';
import { streamOf, type CompoundEntry } from '../shared/ole/compound-file.ts';
import { BYTES, MapiProperties, MULTIPLE, NARROW_TEXT, WIDE_TEXT, type Property } from './mapi-properties.ts';

const ENTRY_BYTES = 16;
const LENGTH_BYTES = 4;
const FIRST_NAMED = 0x8000;
/** Sets of names with numbers of their own; the others are in a list of identifiers. */
const KNOWN_SETS: ReadonlyMap<number, number> = new Map([
  [1, 0x00020328],
  [2, 0x00020329],
]);
const GUID_BYTES = 16;

export interface MsgFormat {
  readonly decode: Decode;
  /** Of the file, for messages in it as well. */
  readonly names: ReadonlyMap<string, string>;
}

/** `header` is the number of bytes before the table. */
export function readProperties(storage: CompoundEntry, header: number, { decode, names }: MsgFormat): MapiProperties {
  const table = tableOf(storage, header);
  const find = (id: string): Property | null => {
    for (const type of [WIDE_TEXT, NARROW_TEXT, BYTES]) {
      const value = streamOf(storage, nameOf(id, type));
      if (value !== null) return { type, values: [value] };
      const name = nameOf(id, type | MULTIPLE);
      const lengths = streamOf(storage, name);
      if (lengths !== null) return { type: type | MULTIPLE, values: valuesOf(storage, name, lengths.length) };
    }
    return table.get(id) ?? null;
  };
  return new MapiProperties({ find, decode, names });
}

const hexOf = (number: number, digits: number): string => number.toString(16).toUpperCase().padStart(digits, '0');

const nameOf = (id: string, type: number): string => `__substg1.0_${id}${hexOf(type, 4)}`;

/** The values are streams beside the one with the length of each. */
function valuesOf(storage: CompoundEntry, name: string, bytes: number): Buffer[] {
  const values: Buffer[] = [];
  for (let index = 0; index * LENGTH_BYTES < bytes; index++) {
    const value = streamOf(storage, `${name}-${hexOf(index, 8)}`);
    if (value === null) break;
    values.push(value);
  }
  return values;
}

function tableOf(storage: CompoundEntry, header: number): ReadonlyMap<string, Property> {
  const bytes = streamOf(storage, '__properties_version1.0') ?? Buffer.alloc(0);
  const table = new Map<string, Property>();
  for (let at = header; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
    const property = { type: bytes.readUInt16LE(at), values: [bytes.subarray(at + 8, at + ENTRY_BYTES)] };
    table.set(hexOf(bytes.readUInt16LE(at + 2), 4), property);
  }
  return table;
}

/** The names of a file's properties, each with its set. */
export function readNames(root: CompoundEntry): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const storage = root.children.get('__nameid_version1.0');
  if (storage === undefined) return names;
  const stream = (id: string): Buffer => streamOf(storage, nameOf(id, BYTES)) ?? Buffer.alloc(0);
  const [sets, entries, texts] = [stream('0002'), stream('0003'), stream('0004')];
  for (let at = 0; at + 8 <= entries.length; at += 8) {
    const [value, kind] = [entries.readUInt32LE(at), entries.readUInt16LE(at + 4)];
    const [isText, place] = [(kind & 1) === 1, kind >> 1];
    const set = KNOWN_SETS.get(place) ?? setAt(sets, (place - KNOWN_SETS.size - 1) * GUID_BYTES);
    const name = isText ? textAt(texts, value) : value;
    names.set(`${set}:${name}`, hexOf(FIRST_NAMED + entries.readUInt16LE(at + 6), 4));
  }
  return names;
}

const setAt = (sets: Buffer, at: number): number => (at >= 0 && at + 4 <= sets.length ? sets.readUInt32LE(at) : 0);

function textAt(texts: Buffer, at: number): string {
  if (at + LENGTH_BYTES > texts.length) return '';
  const start = at + LENGTH_BYTES;
  return texts.toString('utf16le', start, Math.min(start + texts.readUInt32LE(at), texts.length));
}
