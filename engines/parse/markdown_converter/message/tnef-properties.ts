/** Lists of Outlook's properties as TNEF files store them ([MS-OXTNEF]). */
import type { Decode } from '../../documents/charset/decoders.ts';
import { readFileTime } from '../shared/ole/file-time.ts';
import { withoutEnd, type MapiProperties } from './mapi.ts';

const UTF16_TEXT = 0x1f;
const MULTIPLE = 0x1000;
/** Types whose values have a length of their own: text in either encoding, objects, bytes. */
const VARIABLE: ReadonlySet<number> = new Set([0x1e, UTF16_TEXT, 0x0d, 0x102]);
/** Bytes of the values of other types, if they are not four. */
const SIZES: ReadonlyMap<number, number> = new Map([
  [0x05, 8],
  [0x06, 8],
  [0x07, 8],
  [0x14, 8],
  [0x40, 8],
  [0x48, 16],
]);
/** From this identifier on, properties have names, which are not used here. */
const NAMED = 0x8000;

interface Property {
  readonly type: number;
  readonly value: Buffer;
}

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
    for (let left = this.count(); left > 0; left--) {
      const head = this.count();
      const [type, id] = [head & 0xffff, head >>> 16];
      if (id >= NAMED) this.#skipName();
      properties.set(id.toString(16).toUpperCase().padStart(4, '0'), { type, value: this.#value(type) });
    }
    return propertiesOf(properties, decode);
  }

  #skipName(): void {
    this.#take(16);
    if (this.count() === 0) this.#take(4);
    else this.#padded(this.count());
  }

  /** The first value: only lists of names and the like have several. */
  #value(type: number): Buffer {
    const single = type & ~MULTIPLE;
    const isVariable = VARIABLE.has(single);
    let first: Buffer | null = null;
    for (let left = single !== type || isVariable ? this.count() : 1; left > 0; left--) {
      const value = this.#padded(isVariable ? this.count() : (SIZES.get(single) ?? 4));
      first ??= value;
    }
    return first ?? Buffer.alloc(0);
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

function propertiesOf(properties: ReadonlyMap<string, Property>, decode: Decode): MapiProperties {
  return {
    text(id) {
      const { type = 0, value = Buffer.alloc(0) } = properties.get(id) ?? {};
      if (type !== UTF16_TEXT && type !== 0x1e) return '';
      return withoutEnd(type === UTF16_TEXT ? value.toString('utf16le') : decode(value));
    },
    bytes: (id) => properties.get(id)?.value ?? null,
    number: (id) => properties.get(id)?.value.readUInt32LE(0) ?? null,
    time(id) {
      const value = properties.get(id)?.value;
      return value === undefined ? null : readFileTime(value, 0);
    },
  };
}
