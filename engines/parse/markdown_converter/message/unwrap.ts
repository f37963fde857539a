/** Messages that are wholly or partly in a file of theirs: signed ones (S/MIME), and those of Outlook (winmail.dat). */
import { ServiceError, type ErrorCode } from '../../../../errors/index.ts';
import { isCms } from '../../../../platform/media-type/cms.ts';
import { sniffMediaType } from '../../../../platform/media-type/index.ts';
import { signatureType } from '../../../../platform/media-type/signatures.ts';
import { DEFAULT_PARSE_OPTIONS } from '../../options.ts';
import type { CharsetOptions } from '../../documents/charset/decode.ts';
import { writeBlocks } from '../../documents/markdown/blocks.ts';
import { readRtf } from '../rtf/index.ts';
import { Pictures } from '../shared/pictures.ts';
import { signedContent } from './cms.ts';
import { readMime } from './mime.ts';
import type { Attachment, Message, MessageContent } from './model.ts';
import { readTnef } from './tnef.ts';
import { wordsIn } from './versions.ts';

/** Signed, encrypted and signed again is the most that is in use. */
const MAX_LAYERS = 4;

export interface Unwrapped {
  readonly message: Message;
  /** The kind of a signature, which is named and not checked; `null` when there is none. */
  readonly signature: string | null;
}

/** The message with the text and the attachments that are inside its files. Throws `encrypted`. */
export async function unwrap(wrapped: Message, options: CharsetOptions, layer = 0): Promise<Unwrapped> {
  const signatures = wrapped.attachments.filter(isSignature);
  const attachments = wrapped.attachments.filter((attachment) => !signatures.includes(attachment));
  const message = withTnef({ ...wrapped, attachments });
  const signed = layer < MAX_LAYERS ? signedMessage(message) : null;
  if (signed === null) {
    const [first] = signatures;
    return { message, signature: first === undefined ? null : kindOf(first) };
  }
  const { html, text, attachments: inner, warnings } = await readMime(signed, options);
  const unwrapped = await unwrap({ ...message, html, text, attachments: inner, warnings }, options, layer + 1);
  return { ...unwrapped, signature: unwrapped.signature ?? 'S/MIME, not verified' };
}

/** Of the text beside it. What is signed may also be inside, and what cannot be read is left to be named as a file. */
function isSignature({ declared, read }: Attachment): boolean {
  if (declared === 'application/pgp-signature') return Buffer.from(read()).includes('-----BEGIN PGP SIGNATURE-----');
  return /^application\/(?:x-)?pkcs7-signature$/.test(declared ?? '') && contentOf(read(), []) === null;
}

const kindOf = ({ declared }: Attachment): string =>
  declared?.includes('pgp') === true ? 'PGP, not verified' : 'S/MIME, not verified';

/** The parts of a message without text whose only attachment is all of it, signed; `null` for other messages. */
function signedMessage(message: Message): Uint8Array | null {
  const [only, ...others] = message.attachments;
  if (only === undefined || others.length > 0 || hasText(message)) return null;
  const bytes = only.read();
  const content = only.declared === 'multipart/signed' ? bytes : contentOf(bytes, ['encrypted']);
  const hint = { filename: null, declared: 'message/rfc822' };
  return content instanceof Uint8Array && sniffMediaType(content, hint) === hint.declared ? content : null;
}

/** What is signed in a file: `null` if it is elsewhere, `undefined` for a file that cannot be read. Throws `codes`. */
function contentOf(bytes: Uint8Array, codes: readonly ErrorCode[]): Uint8Array | null | undefined {
  if (!isCms(bytes)) return undefined;
  try {
    return signedContent(bytes);
  } catch (error) {
    if (error instanceof ServiceError && !codes.includes(error.code)) return undefined;
    throw error;
  }
}

const hasText = ({ html, text, rtf }: MessageContent): boolean =>
  rtf !== undefined || [html, text].some((version) => (version ?? '').trim() !== '');

/** The attachments of a TNEF file are the message's own; its text is, if the message has none or the same as plain text. */
function withTnef({ html, text, rtf, attachments, ...head }: Message): Message {
  let body: Omit<MessageContent, 'attachments'> = { html, text, ...(rtf !== undefined && { rtf }) };
  const files = attachments.flatMap((attachment) => {
    const tnef = tnefOf(attachment);
    if (tnef === null) return [attachment];
    const own = { ...body, attachments };
    if (hasText(tnef) && hasText(own) && !isIn(own, tnef)) return [attachment];
    if (hasText(tnef)) body = { html: tnef.html, text: tnef.text, ...(tnef.rtf !== undefined && { rtf: tnef.rtf }) };
    return tnef.attachments;
  });
  return { ...head, ...body, attachments: files };
}

function tnefOf({ read }: Attachment): Message | null {
  if (signatureType(read()) !== 'application/ms-tnef') return null;
  try {
    return readTnef(read());
  } catch (error) {
    // As a file, it gets a warning.
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

/** Share of the words of a text that occur in another version of it. Signatures and footers may be added. */
const SAME = 0.8;

function isIn(text: MessageContent, version: MessageContent): boolean {
  const words = wordsOf(text);
  const others = wordsOf(version);
  return [...words].filter((word) => others.has(word)).length >= SAME * words.size;
}

function wordsOf({ html, text, rtf }: MessageContent): ReadonlySet<string> {
  return wordsIn(text ?? html ?? (rtf === undefined ? '' : rtfText(rtf())));
}

const rtfText = (rtf: Uint8Array): string =>
  writeBlocks(readRtf(rtf, new Pictures({ images: 'omit' }), DEFAULT_PARSE_OPTIONS).blocks);
