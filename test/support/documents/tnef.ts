/** Messages in TNEF (`winmail.dat`) made in a test. */

export interface TnefAttachment {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Properties by identifier: text in UTF-16, or bytes. */
  readonly properties?: Readonly<Record<number, string | Uint8Array>>;
}

export interface TnefParts {
  readonly subject?: string;
  /** In windows-1251. */
  readonly text?: Uint8Array;
  readonly properties?: Readonly<Record<number, string | Uint8Array>>;
  readonly recipients?: readonly Readonly<Record<number, string | Uint8Array>>[];
  readonly attachments?: readonly TnefAttachment[];
}

const MESSAGE = 1;
const ATTACHMENT = 2;

export function makeTnef({ subject, text, properties, recipients, attachments = [] }: TnefParts): Buffer {
  const codePage = Buffer.alloc(8);
  codePage.writeUInt32LE(1251);
  return Buffer.concat([
    Buffer.from([0x78, 0x9f, 0x3e, 0x22, 1, 0]),
    attribute(MESSAGE, 0x00069007, codePage),
    ...(subject === undefined ? [] : [attribute(MESSAGE, 0x00018004, Buffer.from(`${subject}\0`))]),
    ...(text === undefined ? [] : [attribute(MESSAGE, 0x0002800c, text)]),
    ...(properties === undefined ? [] : [attribute(MESSAGE, 0x00069003, list(properties))]),
    ...(recipients === undefined
      ? []
      : [attribute(MESSAGE, 0x00069004, Buffer.concat([whole(recipients.length), ...recipients.map(list)]))]),
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
function list(properties: Readonly<Record<number, string | Uint8Array>>): Buffer {
  const entries = Object.entries(properties);
  return Buffer.concat([
    whole(entries.length + 3),
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
    ...entries.map(([id, value]) =>
      Buffer.concat([
        whole(Number(id) * 0x10000 + (typeof value === 'string' ? 0x1f : 0x102)),
        whole(1),
        padded(value),
      ]),
    ),
  ]);
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
