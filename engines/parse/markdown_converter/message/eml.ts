/** Internet messages (EML, RFC 5322 and MIME). */
import PostalMime, { type Address, type Attachment as MimePart, type Email } from 'postal-mime';
import { ServiceError } from '../../../../errors/index.ts';
import type { ParseContext, ParsedDocument, ParseInput } from '../../documents/types.ts';
import { decodeUtf16 } from '../../documents/charset/decode.ts';
import type { ConvertNested } from '../shared/nested.ts';
import type { Person } from './head.ts';
import { convertMessage, type Attachment } from './message.ts';
import { withProvenCharset } from './proven-charset.ts';
import { decodeUuencoded } from './uuencode.ts';

const MAX_PART_DEPTH = 50;
const MAX_HEADER_BYTES = 1024 * 1024;

/**
 * Throws `encrypted` for S/MIME and PGP messages, `corrupt`, `empty`. Attached messages become sections like other
 * files.
 */
export async function convertEml(
  input: ParseInput,
  context: ParseContext,
  convert: ConvertNested,
): Promise<ParsedDocument> {
  const email = await parse(withProvenCharset(withoutEnvelope(asNarrow(input.bytes))));
  const header = (name: string): string => email.headers.find(({ key }) => key === name)?.value ?? '';
  if (/^\s*(multipart\/encrypted|application\/(x-)?pkcs7-mime.*enveloped-data)/is.test(header('content-type'))) {
    throw new ServiceError('encrypted', 'The message is encrypted.');
  }
  const message = {
    subject: email.subject?.replace(/\s+/g, ' ').trim() ?? '',
    from: people([email.from ?? email.sender]),
    to: people(email.to ?? []),
    cc: people(email.cc ?? []),
    bcc: people(email.bcc ?? []),
    date: header('date').replace(/\s+/g, ' ').trim(),
    sentAt: email.date ?? null,
    html: email.html ?? null,
    text: email.text ?? null,
    attachments: email.attachments.map(attachmentOf),
  };
  return convertMessage(message, input, context, convert);
}

async function parse(bytes: Uint8Array): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, {
      forceRfc822Attachments: true,
      maxNestingDepth: MAX_PART_DEPTH,
      maxHeadersSize: MAX_HEADER_BYTES,
    });
  } catch (error) {
    throw new ServiceError('corrupt', 'The parts of the message are nested too deeply.', {}, error);
  }
}

/** Saved as text, a message may have become UTF-16, in which no header is found. */
function asNarrow(bytes: Uint8Array): Uint8Array {
  const text = decodeUtf16(bytes);
  return text === null ? bytes : Buffer.from(text);
}

/** Mailbox files have a line before each message; only the first message is read. */
function withoutEnvelope(bytes: Uint8Array): Uint8Array {
  const start = Buffer.from(bytes.subarray(0, 1000)).toString('latin1');
  const envelope = /^From \S+ .*\r?\n/.exec(start)?.[0].length ?? 0;
  return bytes.subarray(envelope);
}

function people(addresses: readonly (Address | undefined)[]): Person[] {
  return addresses
    .flatMap((entry) => (entry === undefined ? [] : (entry.group ?? [entry])))
    .map(({ name, address }) => ({ name: name === address ? '' : name, address }));
}

function attachmentOf({ filename, mimeType, contentId, content }: MimePart, index: number): Attachment {
  const isMessage = mimeType === 'message/rfc822';
  return {
    name: filename ?? (isMessage ? `message-${index + 1}.eml` : `attachment-${index + 1}`),
    declared: mimeType,
    contentId: contentId?.replace(/^<|>$/g, '') ?? null,
    read: () => decodeUuencoded(typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)),
  };
}
