/** Properties of Outlook (MAPI), as storages of MSG files and streams of TNEF files have them. */
import type { Decode } from '../../documents/charset/decoders.ts';
import { readFileTime } from '../shared/ole/file-time.ts';

export const NARROW_TEXT = 0x1e;
export const WIDE_TEXT = 0x1f;
export const OBJECT = 0x0d;
export const BYTES = 0x102;
/** Added to the type of a property that has several values. */
export const MULTIPLE = 0x1000;
const WHOLE = 0x03;
const FRACTION = 0x05;
const FLAG = 0x0b;
const TIME = 0x40;

export interface Property {
  readonly type: number;
  readonly values: readonly Buffer[];
}

/** A set of names, by the first four bytes of its identifier, with a name in it. */
export type PropertyName = readonly [set: number, name: number | string];

interface PropertySource {
  /** By an identifier in four hexadecimal digits, upper case. */
  readonly find: (id: string) => Property | null;
  readonly decode: Decode;
  /** The identifiers of properties that have names, by `set:name`. */
  readonly names: ReadonlyMap<string, string>;
}

/** Properties are named by their identifiers in four hexadecimal digits, upper case. */
export class MapiProperties {
  readonly #source: PropertySource;

  constructor(source: PropertySource) {
    this.#source = source;
  }

  /** The names of a set with the identifiers of their properties. */
  namesOf(set: number): (readonly [name: string, id: string])[] {
    const start = `${set}:`;
    return [...this.#source.names].flatMap(([name, id]) =>
      name.startsWith(start) ? [[name.slice(start.length), id] as const] : [],
    );
  }

  /** The identifier of the property with this name; one that no property has if there is none. */
  idOf([set, name]: PropertyName): string {
    return this.#source.names.get(`${set}:${name}`) ?? '';
  }

  /** Empty when there is none. */
  text(id: string, decode: Decode = this.#source.decode): string {
    return this.#texts(this.#source.find(id), decode)[0] ?? '';
  }

  /** The values of a property that has several of bytes. */
  lists(id: string): readonly Buffer[] {
    return this.#valuesOf(id, BYTES | MULTIPLE);
  }

  bytes(id: string): Buffer | null {
    return this.#valuesOf(id, BYTES)[0] ?? this.#valuesOf(id, OBJECT)[0] ?? null;
  }

  number(id: string): number | null {
    return this.#valuesOf(id, WHOLE)[0]?.readUInt32LE(0) ?? null;
  }

  /** RFC 3339. */
  time(id: string): string | null {
    const [value] = this.#valuesOf(id, TIME);
    return value === undefined ? null : readFileTime(value, 0);
  }

  /** The values as a reader sees them, whatever their type; empty for bytes. */
  shown(id: string): string {
    const property = this.#source.find(id);
    if (property === null) return '';
    const [value = Buffer.alloc(0)] = property.values;
    switch (property.type) {
      case WHOLE:
        return String(value.readInt32LE(0));
      case FRACTION:
        return String(value.readDoubleLE(0));
      case FLAG:
        return value.readUInt16LE(0) === 0 ? 'No' : 'Yes';
      case TIME:
        return this.time(id) ?? '';
      default:
        return this.#texts(property).join(', ');
    }
  }

  #valuesOf(id: string, type: number): readonly Buffer[] {
    const property = this.#source.find(id);
    return property?.type === type ? property.values : [];
  }

  #texts(property: Property | null, decode: Decode = this.#source.decode): string[] {
    const { type, values } = property ?? { type: 0, values: [] };
    const single = type & ~MULTIPLE;
    if (single !== WIDE_TEXT && single !== NARROW_TEXT) return [];
    return values.map((value) => withoutEnd(single === WIDE_TEXT ? value.toString('utf16le') : decode(value)));
  }
}

/** Text without the zeros at its end. */
export const withoutEnd = (text: string): string => text.replace(/(?<!\0)\0+$/, '');
