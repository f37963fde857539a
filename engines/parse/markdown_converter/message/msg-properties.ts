/** Properties of Outlook messages ([MS-OXMSG]): streams named by property ID, and a table of short values. */
import { streamOf, type CompoundEntry } from '../shared/ole/compound-file.ts';
import type { Decode } from '../../documents/charset/decoders.ts';
import { readFileTime } from '../shared/ole/file-time.ts';
import { withoutEnd } from './mapi.ts';

const NARROW = '001E';
const WIDE = '001F';
const BINARY = '0102';
const ENTRY_BYTES = 16;

/** Text of a property (four hexadecimal digits), or empty. */
export function textProperty(storage: CompoundEntry, id: string, decode: Decode): string {
  const wide = streamOf(storage, `__substg1.0_${id}${WIDE}`);
  const narrow = wide === null ? streamOf(storage, `__substg1.0_${id}${NARROW}`) : null;
  const text = wide?.toString('utf16le') ?? (narrow === null ? '' : decode(narrow));
  return withoutEnd(text);
}

export function binaryProperty(storage: CompoundEntry, id: string): Buffer | null {
  return streamOf(storage, `__substg1.0_${id}${BINARY}`);
}

/** A value of the table: eight bytes, or `null`. `header` is the number of bytes before the table. */
export function fixedProperty(storage: CompoundEntry, id: number, header: number): Buffer | null {
  const table = streamOf(storage, '__properties_version1.0') ?? Buffer.alloc(0);
  for (let at = header; at + ENTRY_BYTES <= table.length; at += ENTRY_BYTES) {
    if (table.readUInt16LE(at + 2) === id) return table.subarray(at + 8, at + ENTRY_BYTES);
  }
  return null;
}

export function timeProperty(storage: CompoundEntry, id: number, header: number): string | null {
  const value = fixedProperty(storage, id, header);
  return value === null ? null : readFileTime(value, 0);
}
