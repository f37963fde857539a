/** Tables of dBase made in a test. */

export interface DbaseField {
  readonly name: string;
  /** The letter of its type. */
  readonly type: string;
  readonly length: number;
}

export interface DbaseTable {
  readonly version?: number;
  /** Number of the driver of its language. */
  readonly language?: number;
  readonly fields: readonly DbaseField[];
  /** Latin-1 text of each record; its first character is `*` if it is deleted, else a space. */
  readonly records: readonly string[];
}

export function makeDbase({ version = 0x03, language = 0, fields, records }: DbaseTable): Buffer {
  const header = Buffer.alloc(32);
  header.writeUInt8(version, 0);
  header.set([124, 1, 31], 1);
  header.writeUInt32LE(records.length, 4);
  header.writeUInt16LE(32 * (fields.length + 1) + 1, 8);
  header.writeUInt16LE(
    fields.reduce((sum, { length }) => sum + length, 1),
    10,
  );
  header.writeUInt8(language, 29);
  const descriptors = fields.map(({ name, type, length }) => {
    const descriptor = Buffer.alloc(32);
    descriptor.write(name, 0, 10, 'latin1');
    descriptor.write(type, 11, 'latin1');
    descriptor.writeUInt8(length, 16);
    return descriptor;
  });
  return Buffer.concat([header, ...descriptors, Buffer.from('\r'), Buffer.from(`${records.join('')}\x1a`, 'latin1')]);
}
