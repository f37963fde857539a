/** Messages in TNEF (`winmail.dat`) made in a test. */

/** Text in UTF-16, a number, a time, or bytes. */
type Value = string | number | Date | Uint8Array;

export interface TnefAttachment {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Properties by identifier. */
  readonly properties?: Readonly<Record<number, Value>>;
}

export interface NamedValue {
  /** The first bytes of the identifier of the set. */
  readonly set: number;
  readonly name: number | string;
  readonly value: Value;
}

export interface TnefParts {
  readonly subject?: string;
  /** In windows-1251. */
  readonly text?: Uint8Array;
  readonly properties?: Readonly<Record<number, Value>>;
  readonly named?: readonly NamedValue[];
  readonly recipients?: readonly Readonly<Record<number, Value>>[];
  readonly attachments?: readonly TnefAttachment[];
}

const MESSAGE = 1;
const ATTACHMENT = 2;

export function makeTnef({ subject, text, properties, named = [], recipients, attachments = [] }: TnefParts): Buffer {
  const codePage = Buffer.alloc(8);
  codePage.writeUInt32LE(1251);
  return Buffer.concat([
    Buffer.from([0x78, 0x9f, 0x3e, 0x22, 1, 0]),
    attribute(MESSAGE, 0x00069007, codePage),
    ...(subject === undefined ? [] : [attribute(MESSAGE, 0x00018004, Buffer.from(`${subject}\0`))]),
    ...(text === undefined ? [] : [attribute(MESSAGE, 0x0002800c, text)]),
    ...(properties === undefined && named.length === 0
      ? []
      : [attribute(MESSAGE, 0x00069003, list(properties ?? {}, named))]),
    ...(recipients === undefined
      ? []
      : [
          attribute(
            MESSAGE,
            0x00069004,
            Buffer.concat([whole(recipients.length), ...recipients.map((recipient) => list(recipient))]),
          ),
        ]),
    ...attachments.flatMap((attachment) => [
      attribute(ATTACHMENT, 0x00069002, Buffer.alloc(14)),
      attribute(ATTACHMENT, 0x00018010, Buffer.from(`${attachment.name}\0`)),
      attribute(ATTACHMENT, 0x0006800f, attachment.bytes),
      ...(attachment.properties === undefined ? [] : [attribute(ATTACHMENT, 0x00069005, list(attachment.properties))]),
    ]),
  ]);
}

function attribute(level: number, id: number, data: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([level]), whole(id), whole(data.length), data, Buffer.alloc(2)]);
}

/** Begins with a number of two bytes, several numbers, and a property with a name, which are of no use to readers. */
function list(properties: Readonly<Record<number, Value>>, named: readonly NamedValue[] = []): Buffer {
  const entries = Object.entries(properties);
  return Buffer.concat([
    whole(entries.length + named.length + 3),
    whole(0x00170002),
    whole(1),
    whole(0x66001003),
    whole(2),
    whole(7),
    whole(8),
    whole(0x8005001f),
    Buffer.alloc(16),
    whole(1),
    padded('Keywords'),
    whole(1),
    padded('x'),
    ...named.map(({ set, name, value }, index) =>
      Buffer.concat([
        whole((0x8100 + index) * 0x10000 + typeOf(value)),
        whole(set),
        Buffer.alloc(12),
        ...(typeof name === 'number' ? [whole(0), whole(name)] : [whole(1), padded(name)]),
        written(value),
      ]),
    ),
    ...entries.map(([id, value]) => Buffer.concat([whole(Number(id) * 0x10000 + typeOf(value)), written(value)])),
  ]);
}

function typeOf(value: Value): number {
  if (typeof value === 'string') return 0x1f;
  if (typeof value === 'number') return 0x03;
  return value instanceof Date ? 0x40 : 0x102;
}

function written(value: Value): Buffer {
  if (typeof value === 'number') return whole(value);
  if (value instanceof Date) return fileTime(value);
  return Buffer.concat([whole(1), padded(value)]);
}

/** As Windows writes times. */
export function fileTime(time: Date): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(time.getTime() + 11_644_473_600_000) * 10_000n);
  return bytes;
}

/** A length, and bytes up to a multiple of four. */
function padded(value: string | Uint8Array): Buffer {
  const bytes = typeof value === 'string' ? Buffer.from(`${value}\0`, 'utf16le') : Buffer.from(value);
  return Buffer.concat([whole(bytes.length), bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}

function whole(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
