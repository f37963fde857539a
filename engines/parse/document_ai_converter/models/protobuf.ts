/** The part of the protobuf wire format that model files need. */

/** Wire types: numbers, eight bytes, strings and bytes and messages, four bytes. */
const WIRE = { varint: 0, eight: 1, delimited: 2, four: 5 } as const;

export interface Field {
  readonly number: number;
  /** Content of a string, bytes or a message; for an integer, its bytes. */
  readonly content: Uint8Array;
  /** The field as encoded in the message. */
  readonly whole: Uint8Array;
}

/** The fields of a message, in order. Throws when it is not a message. */
export function fieldsOf(message: Uint8Array): Field[] {
  const fields: Field[] = [];
  let at = 0;
  while (at < message.length) {
    const start = at;
    const tag = readInteger(message, at);
    at = tag.end;
    const wire = tag.value % 8;
    const value = wire === WIRE.varint || wire === WIRE.delimited ? readInteger(message, at) : null;
    const from = wire === WIRE.delimited ? (value?.end ?? at) : at;
    at = endOf(wire, from, value);
    if (at > message.length) throw new Error('A protobuf message is cut off.');
    const number = Math.floor(tag.value / 8);
    fields.push({ number, content: message.subarray(from, at), whole: message.subarray(start, at) });
  }
  return fields;
}

function endOf(wire: number, from: number, value: { readonly value: number; readonly end: number } | null): number {
  if (value !== null) return wire === WIRE.delimited ? from + value.value : value.end;
  if (wire === WIRE.eight) return from + 8;
  if (wire === WIRE.four) return from + 4;
  throw new Error('This is not a protobuf message.');
}

function readInteger(message: Uint8Array, start: number): { readonly value: number; readonly end: number } {
  let [value, scale, end, byte] = [0, 1, start, 128];
  for (; byte >= 128; scale *= 128) {
    byte = message[end++] ?? 0;
    value += (byte & 127) * scale;
  }
  return { value, end };
}

/** The integers of a field that may be repeated, packed or one by one. */
export function integersOf(fields: readonly Field[], number: number): number[] {
  return fields
    .filter(({ number: found }) => found === number)
    .flatMap(({ content }) => {
      const values: number[] = [];
      for (let at = 0; at < content.length;) {
        const { value, end } = readInteger(content, at);
        values.push(value);
        at = end;
      }
      return values;
    });
}

/** The strings of a field that may be repeated. */
export const textsOf = (fields: readonly Field[], number: number): string[] =>
  fields.flatMap(({ number: found, content }) => (found === number ? [Buffer.from(content).toString('utf8')] : []));

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.push((rest & 127) | (rest > 127 ? 128 : 0));
    rest >>>= 7;
  } while (rest > 0);
  return bytes;
}

/** A field that is a message made of these parts, or bytes. */
export const message = (field: number, ...parts: readonly Uint8Array[]): Uint8Array => {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([Buffer.from([...varint(field * 8 + WIRE.delimited), ...varint(length)]), ...parts]);
};

export const text = (field: number, value: string): Uint8Array => message(field, Buffer.from(value));

export const integer = (field: number, value: number): Uint8Array =>
  Buffer.from([...varint(field * 8), ...varint(value)]);
