/** Converts Outlook messages (MSG), read from their OLE storage. */
import type { ParseContext, ParsedDocument, ParseInput } from '../../documents/types.ts';
import type { ConvertNested } from '../shared/nested.ts';
import { codePageDecoder, type Decode } from '../shared/ole/code-pages.ts';
import type { CompoundEntry } from '../shared/ole/compound-file.ts';
import { decompressRtf } from './compressed-rtf.ts';
import type { Person } from './head.ts';
import { convertMessage, type Attachment, type Message } from './message.ts';
import { binaryProperty, fixedProperty, textProperty, timeProperty } from './msg-properties.ts';

const SUBJECT = '0037';
const BODY = '1000';
const HTML = '1013';
const RTF = '1009';
const SENT_AT = 0x0039;
const RECEIVED_AT = 0x0e06;
const CODE_PAGE = 0x3fde;
const RECIPIENT_TYPE = 0x0c15;
/** Bytes before the table of short values, in a message and in an embedded one. */
const TOP_HEADER = 32;
const INNER_HEADER = 24;
const PART_HEADER = 8;

/** Throws `empty`, and `corrupt` when properties lie outside the file. */
export async function convertMsg(
  root: CompoundEntry,
  input: ParseInput,
  context: ParseContext,
  convert: ConvertNested,
): Promise<ParsedDocument> {
  const open = (storage: CompoundEntry, header: number): Promise<ParsedDocument> => {
    const decode = codePageDecoder(fixedProperty(storage, CODE_PAGE, header)?.readUInt32LE(0) ?? 1252);
    const inner = (message: CompoundEntry): Promise<ParsedDocument> => open(message, INNER_HEADER);
    return convertMessage(readMessage(storage, header, decode, inner), input, context, convert);
  };
  return open(root, TOP_HEADER);
}

function readMessage(
  storage: CompoundEntry,
  header: number,
  decode: Decode,
  open: (message: CompoundEntry) => Promise<ParsedDocument>,
): Message {
  const text = (id: string): string => textProperty(storage, id, decode).replace(/\s+/g, ' ').trim();
  const parts = (kind: string): CompoundEntry[] =>
    [...storage.children]
      .filter(([name, { isStorage }]) => isStorage && name.startsWith(kind))
      .map(([, entry]) => entry);
  const recipients = parts('__recip_version1.0').map((recipient) => ({
    type: fixedProperty(recipient, RECIPIENT_TYPE, PART_HEADER)?.readUInt32LE(0) ?? 1,
    shown: person(
      textProperty(recipient, '3001', decode),
      textProperty(recipient, '39FE', decode) || textProperty(recipient, '3003', decode),
    ),
  }));
  const ofType = (type: number, list: string): Person[] => {
    const found = recipients.filter((recipient) => recipient.type === type).map(({ shown }) => shown);
    return found.length > 0
      ? found
      : text(list)
          .split(';')
          .map((name) => person(name.trim(), ''));
  };
  const html = binaryProperty(storage, HTML);
  const rtf = binaryProperty(storage, RTF);
  const sentAt = timeProperty(storage, SENT_AT, header) ?? timeProperty(storage, RECEIVED_AT, header);
  return {
    subject: text(SUBJECT),
    from: [person(text('0C1A') || text('0042'), text('5D01') || text('0C1F') || text('0065'))],
    to: ofType(1, '0E04'),
    cc: ofType(2, '0E03'),
    bcc: ofType(3, '0E02'),
    date: sentAt ?? '',
    sentAt,
    html: html === null ? textProperty(storage, HTML, decode) || null : decode(html),
    text: textProperty(storage, BODY, decode) || null,
    ...(rtf !== null && { rtf: () => decompressRtf(rtf) }),
    attachments: parts('__attach_version1.0').map((part, index) => readAttachment(part, index, decode, open)),
  };
}

/** Addresses of an Exchange directory (`/o=…`) are meaningless to readers. */
function person(name: string, address: string): Person {
  const shown = address.includes('@') ? address : '';
  return { name: name.replace(/^'|'$/g, '') === shown ? '' : name, address: shown };
}

function readAttachment(
  part: CompoundEntry,
  index: number,
  decode: Decode,
  open: (message: CompoundEntry) => Promise<ParsedDocument>,
): Attachment {
  const text = (id: string): string => textProperty(part, id, decode).trim();
  const inner = part.children.get('__substg1.0_3701000d');
  return {
    name: text('3707') || text('3704') || text('3001') || `attachment-${index + 1}`,
    declared: text('370E') || null,
    contentId: text('3712').replace(/^<|>$/g, '') || null,
    read: () => binaryProperty(part, '3701') ?? Buffer.alloc(0),
    ...(inner !== undefined && { convert: () => open(inner) }),
  };
}
