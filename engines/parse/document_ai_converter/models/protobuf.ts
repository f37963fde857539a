/** The fields of protobuf messages, read and written one by one, without decoding what they contain. */
import protobuf from 'protobufjs/minimal.js';

const { Reader, Writer } = protobuf;
/** Wire type of strings, bytes and messages. */
const DELIMITED = 2;

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
  const reader = Reader.create(message);
  while (reader.pos < reader.len) {
    const start = reader.pos;
    const tag = reader.tag();
    const from = reader.pos;
    const wire = tag & 7;
    const content = wire === DELIMITED ? reader.bytes() : message.subarray(from, reader.skipType(wire).pos);
    fields.push({ number: tag >>> 3, content, whole: message.subarray(start, reader.pos) });
  }
  return fields;
}

/** The integers of a field that may be repeated, packed or one by one. */
export const integersOf = (fields: readonly Field[], number: number): number[] =>
  fields
    .filter(({ number: found }) => found === number)
    .flatMap(({ content }) => {
      const reader = Reader.create(content);
      const values: number[] = [];
      while (reader.pos < reader.len) values.push(reader.int32());
      return values;
    });

/** The strings of a field that may be repeated. */
export const textsOf = (fields: readonly Field[], number: number): string[] =>
  fields.flatMap(({ number: found, content }) => (found === number ? [Buffer.from(content).toString('utf8')] : []));

/** A field that is a message made of these parts, or bytes. */
export const message = (field: number, ...parts: readonly Uint8Array[]): Uint8Array => {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const head = Writer.create()
    .uint32((field << 3) | DELIMITED)
    .uint32(length);
  return Buffer.concat([head.finish(), ...parts]);
};

export const text = (field: number, value: string): Uint8Array => message(field, Buffer.from(value));

export const integer = (field: number, value: number): Uint8Array =>
  Writer.create()
    .uint32(field << 3)
    .uint32(value)
    .finish();
