/** Messages made of Outlook's properties (MAPI), in the storage of an MSG file or in the stream of a TNEF file. */
import type { Decode } from '../../documents/charset/decoders.ts';
import { decompressRtf } from './compressed-rtf.ts';
import { fileElsewhere } from './file-elsewhere.ts';
import { isKnown, type Person } from './head.ts';
import { readFacts } from './mapi-facts.ts';
import type { MapiProperties } from './mapi-properties.ts';
import type { Attachment, Message } from './model.ts';

export interface MapiParts {
  readonly message: MapiProperties;
  readonly recipients: readonly MapiProperties[];
  readonly attachments: readonly Attachment[];
  /** Decodes HTML, whose charset is that of the message as it was sent. */
  readonly decode: Decode;
}

const BODY = '1000';
const HTML = '1013';
const RTF = '1009';
/** How attachments are attached, when the message has the address of a file in place of the file. */
const REFERENCES: ReadonlySet<number> = new Set([2, 3, 4, 7]);

export function readMapiMessage({ message, recipients, attachments, decode }: MapiParts): Message {
  const line = (id: string): string => message.text(id).replace(/\s+/g, ' ').trim();
  const listed = (id: string): Person[] =>
    line(id)
      .split(';')
      .map((name) => person(name.trim(), ''));
  const people = recipients.map((recipient) => ({
    type: recipient.number('0C15') ?? 1,
    shown: person(recipient.text('3001'), recipient.text('39FE') || recipient.text('3003')),
  }));
  const ofType = (type: number, list: string): Person[] => {
    const found = people.filter((one) => one.type === type).map(({ shown }) => shown);
    return found.length > 0 ? found : listed(list);
  };
  const html = message.bytes(HTML);
  const rtf = message.bytes(RTF);
  const sentAt = message.time('0039') ?? message.time('0E06');
  const author = person(line('0042'), line('5D02') || line('0065'));
  const sender = person(line('0C1A'), line('5D01') || line('0C1F'));
  const isBoth = (['name', 'address'] as const).some((key) => author[key] !== '' && author[key] === sender[key]);
  return {
    subject: line('0037'),
    from: [isKnown(author) && !isBoth ? author : sender],
    sender: isKnown(author) && !isBoth ? [sender] : [],
    to: ofType(1, '0E04'),
    cc: ofType(2, '0E03'),
    bcc: ofType(3, '0E02'),
    date: sentAt ?? '',
    replyTo: listed('0050').filter(({ name }) => ![author.name, sender.name].includes(name)),
    others: readFacts(message).filter(([, value]) => value !== line('0037')),
    sentAt,
    html: html === null ? message.text(HTML, decode) || null : decode(html),
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
  const isElsewhere = REFERENCES.has(part.number('3705') ?? 0);
  return {
    name: line('3707') || line('3704') || line('3001') || `attachment-${index + 1}`,
    declared: line('370E') || null,
    contentId: line('3712').replace(/^<|>$/g, '') || null,
    read: () => bytes() ?? Buffer.alloc(0),
    ...(isElsewhere && fileElsewhere(line('370D') || line('3708'))),
  };
}
