/** Reads messages as Outlook sends them to other Outlooks: in a file `winmail.dat` (TNEF, [MS-OXTNEF]). */
import { ServiceError } from '../../../../errors/index.ts';
import type { Decode } from '../../documents/charset/decoders.ts';
import { codePageDecoder } from '../shared/ole/code-pages.ts';
import { withoutEnd, type MapiProperties } from './mapi-properties.ts';
import { readMapiAttachment, readMapiMessage } from './mapi.ts';
import type { Attachment, Message } from './model.ts';
import { PropertyReader } from './tnef-properties.ts';

const SIGNATURE_BYTES = 6;
const ATTRIBUTE_HEAD = 9;
const CHECKSUM_BYTES = 2;

const SUBJECT = 0x00018004;
const BODY = 0x0002800c;
const PROPERTIES = 0x00069003;
const RECIPIENTS = 0x00069004;
const CODE_PAGE = 0x00069007;
/** The first attribute of each attachment. */
const ATTACHMENT = 0x00069002;
const ATTACHMENT_NAME = 0x00018010;
const ATTACHMENT_BYTES = 0x0006800f;
const ATTACHMENT_PROPERTIES = 0x00069005;

/** An attached message has its interface's identifier before it. */
const INTERFACE_BYTES = 16;
/** A count of zero. */
const EMPTY_LIST = Buffer.alloc(4);

/** Throws `corrupt`. */
export function readTnef(bytes: Uint8Array): Message {
  try {
    return readMessage(attributesOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ServiceError('corrupt', 'The message in the TNEF file is damaged.', {}, error);
  }
}

interface Attribute {
  readonly id: number;
  readonly data: Buffer;
}

/** A file that is cut off has its attributes up to there. */
function attributesOf(file: Buffer): Attribute[] {
  const attributes: Attribute[] = [];
  for (let at = SIGNATURE_BYTES; at + ATTRIBUTE_HEAD <= file.length;) {
    const start = at + ATTRIBUTE_HEAD;
    const end = start + file.readUInt32LE(at + 5);
    attributes.push({ id: file.readUInt32LE(at + 1), data: file.subarray(start, end) });
    at = end + CHECKSUM_BYTES;
  }
  return attributes;
}

function readMessage(attributes: readonly Attribute[]): Message {
  const first = attributes.findIndex(({ id }) => id === ATTACHMENT);
  const own = byId(first === -1 ? attributes : attributes.slice(0, first));
  const codePage = own.get(CODE_PAGE);
  const decode = codePageDecoder(codePage === undefined ? 1252 : codePage.readUInt32LE(0));
  const text = (id: number): string => withoutEnd(decode(own.get(id) ?? Buffer.alloc(0)));
  const properties = listOf(own.get(PROPERTIES), decode);
  const pageCodePage = properties.number('3FDE');
  const message = readMapiMessage({
    message: properties,
    recipients: recipientsOf(own.get(RECIPIENTS), decode),
    attachments: attachmentsOf(first === -1 ? [] : attributes.slice(first), decode),
    decode: pageCodePage === null ? decode : codePageDecoder(pageCodePage),
  });
  return { ...message, subject: message.subject || text(SUBJECT), text: message.text ?? (text(BODY) || null) };
}

const byId = (attributes: readonly Attribute[]): ReadonlyMap<number, Buffer> =>
  new Map(attributes.map(({ id, data }) => [id, data]));

const listOf = (data: Buffer | undefined, decode: Decode): MapiProperties =>
  new PropertyReader(data ?? EMPTY_LIST).list(decode);

function recipientsOf(data: Buffer | undefined, decode: Decode): MapiProperties[] {
  if (data === undefined) return [];
  const reader = new PropertyReader(data);
  const recipients: MapiProperties[] = [];
  for (let left = reader.count(); left > 0; left--) recipients.push(reader.list(decode));
  return recipients;
}

function attachmentsOf(attributes: readonly Attribute[], decode: Decode): Attachment[] {
  const parts: Attribute[][] = [];
  for (const attribute of attributes) {
    if (attribute.id === ATTACHMENT) parts.push([]);
    parts.at(-1)?.push(attribute);
  }
  return parts.map((part, index) => {
    const own = byId(part);
    const properties = listOf(own.get(ATTACHMENT_PROPERTIES), decode);
    const title = withoutEnd(decode(own.get(ATTACHMENT_NAME) ?? Buffer.alloc(0)));
    const read = (): Buffer | null =>
      properties.bytes('3701')?.subarray(INTERFACE_BYTES) ?? own.get(ATTACHMENT_BYTES) ?? null;
    const attachment = readMapiAttachment(properties, index, read);
    return properties.text('3707') === '' && title !== '' ? { ...attachment, name: title } : attachment;
  });
}
