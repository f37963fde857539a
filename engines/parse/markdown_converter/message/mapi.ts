/** Messages made of Outlook's properties (MAPI), in the storage of an MSG file or in the stream of a TNEF file. */
import type { Decode } from '../../documents/charset/decoders.ts';
import { decompressRtf } from './compressed-rtf.ts';
import type { Person } from './head.ts';
import type { Attachment, Message } from './model.ts';

/** Properties by their identifiers in four hexadecimal digits, upper case. */
export interface MapiProperties {
  /** Empty when there is none. */
  readonly text: (id: string) => string;
  readonly bytes: (id: string) => Buffer | null;
  readonly number: (id: string) => number | null;
  /** RFC 3339. */
  readonly time: (id: string) => string | null;
}

export interface MapiParts {
  readonly message: MapiProperties;
  readonly recipients: readonly MapiProperties[];
  readonly attachments: readonly Attachment[];
  /** Decodes HTML, which is stored as bytes. */
  readonly decode: Decode;
}

const BODY = '1000';
const HTML = '1013';
const RTF = '1009';

export function readMapiMessage({ message, recipients, attachments, decode }: MapiParts): Message {
  const line = (id: string): string => message.text(id).replace(/\s+/g, ' ').trim();
  const people = recipients.map((recipient) => ({
    type: recipient.number('0C15') ?? 1,
    shown: person(recipient.text('3001'), recipient.text('39FE') || recipient.text('3003')),
  }));
  const ofType = (type: number, list: string): Person[] => {
    const found = people.filter((one) => one.type === type).map(({ shown }) => shown);
    return found.length > 0
      ? found
      : line(list)
          .split(';')
          .map((name) => person(name.trim(), ''));
  };
  const html = message.bytes(HTML);
  const rtf = message.bytes(RTF);
  const sentAt = message.time('0039') ?? message.time('0E06');
  return {
    subject: line('0037'),
    from: [person(line('0C1A') || line('0042'), line('5D01') || line('0C1F') || line('0065'))],
    to: ofType(1, '0E04'),
    cc: ofType(2, '0E03'),
    bcc: ofType(3, '0E02'),
    date: sentAt ?? '',
    replyTo: [],
    others: [],
    sentAt,
    html: html === null ? message.text(HTML) || null : decode(html),
    text: message.text(BODY) || null,
    ...(rtf !== null && { rtf: () => decompressRtf(rtf) }),
    attachments,
  };
}

/** Addresses of an Exchange directory (`/o=…`) are meaningless to readers. */
function person(name: string, address: string): Person {
  const shown = address.includes('@') ? address : '';
  return { name: name.replace(/^'|'$/g, '') === shown ? '' : name, address: shown };
}

/** `bytes` are those of the file. */
export function readMapiAttachment(part: MapiProperties, index: number, bytes: () => Buffer | null): Attachment {
  const line = (id: string): string => part.text(id).trim();
  return {
    name: line('3707') || line('3704') || line('3001') || `attachment-${index + 1}`,
    declared: line('370E') || null,
    contentId: line('3712').replace(/^<|>$/g, '') || null,
    read: () => bytes() ?? Buffer.alloc(0),
  };
}

/** Text without the zeros at its end. */
export const withoutEnd = (text: string): string => text.replace(/(?<!\0)\0+$/, '');
