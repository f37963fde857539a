/** Lists of Outlook's properties as TNEF files store them ([MS-OXTNEF]). */
import type { Decode } from '../../documents/charset/decoders.ts';
import {
  BYTES,
  MapiProperties,
  MULTIPLE,
  NARROW_TEXT,
  OBJECT,
  WIDE_TEXT,
  withoutEnd,
  type Property,
} from './mapi-properties.ts';

/** Types whose values have a length of their own. */
const VARIABLE: ReadonlySet<number> = new Set([NARROW_TEXT, WIDE_TEXT, OBJECT, BYTES]);
/** Bytes of the values of other types, if they are not four. */
const SIZES: ReadonlyMap<number, number> = new Map([
  [0x05, 8],
  [0x06, 8],
  [0x07, 8],
  [0x14, 8],
  [0x40, 8],
  [0x48, 16],
]);
/** From this identifier on, properties have names. */
const NAMED = 0x8000;

/** Reads one list after the other. Throws a `RangeError` behind the end. */
export class PropertyReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** A number of four bytes. */
  count(): number {
    return this.#take(4).readUInt32LE(0);
  }

  list(decode: Decode): MapiProperties {
    const properties = new Map<string, Property>();
    const names = new Map<string, string>();
    for (let left = this.count(); left > 0; left--) {
      const head = this.count();
      const [type, id] = [head & 0xffff, head >>> 16];
      const key = id.toString(16).toUpperCase().padStart(4, '0');
      if (id >= NAMED) names.set(this.#name(), key);
      properties.set(key, { type, values: this.#values(type) });
    }
    return new MapiProperties({ find: (id) => properties.get(id) ?? null, decode, names });
  }

  #name(): string {
    const set = this.#take(16).readUInt32LE(0);
    if (this.count() === 0) return `${set}:${this.count()}`;
    return `${set}:${withoutEnd(this.#padded(this.count()).toString('utf16le'))}`;
  }

  #values(type: number): Buffer[] {
    const single = type & ~MULTIPLE;
    const isVariable = VARIABLE.has(single);
    const values: Buffer[] = [];
    for (let left = single !== type || isVariable ? this.count() : 1; left > 0; left--) {
      values.push(this.#padded(isVariable ? this.count() : (SIZES.get(single) ?? 4)));
    }
    return values;
  }

  #padded(length: number): Buffer {
    const value = this.#take(length);
    this.#at = Math.min(this.#at + ((4 - (length % 4)) % 4), this.#bytes.length);
    return value;
  }

  #take(length: number): Buffer {
    if (this.#at + length > this.#bytes.length) throw new RangeError('The property ends behind its list.');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}
