/** Reads internet messages, and the parts of a signed one, which are built alike (RFC 5322 and MIME). */
import PostalMime, {
  addressParser,
  decodeWords,
  type Address,
  type Attachment as MimePart,
  type Email,
} from 'postal-mime';
import { ServiceError } from '../../../../errors/index.ts';
import { append } from '../../documents/append.ts';
import { decodeText, type CharsetOptions } from '../../documents/charset/decode.ts';
import type { ParseWarning } from '../../documents/types.ts';
import { EXTERNAL_BODY, fileElsewhere, placeOf } from './file-elsewhere.ts';
import type { Person } from './head.ts';
import { unflow } from './flowed.ts';
import type { Attachment, Message } from './model.ts';
import { recodeHeaders } from './raw-headers.ts';
import { decodeUuencoded, takeUuencoded } from './uuencode.ts';

const MAX_PART_DEPTH = 50;
const MAX_HEADER_BYTES = 1024 * 1024;

/** Throws `encrypted` for S/MIME and PGP messages, `too_large` for too many headers, `corrupt`. */
export async function readMime(bytes: Uint8Array, options: CharsetOptions): Promise<Message> {
  const { email, warnings } = await parse(bytes, options);
  const header = (name: string): string => email.headers.find(({ key }) => key === name)?.value ?? '';
  const line = (name: string): string => decodeWords(header(name)).replace(/\s+/g, ' ').trim();
  const from = people(addressParser(header('from') || header('sender')));
  const authors = new Set(from.map(({ address }) => address));
  const others = (name: string): Person[] =>
    people(addressParser(header(name))).filter(({ address }) => !authors.has(address));
  if (/^\s*(multipart\/encrypted|application\/(x-)?pkcs7-mime.*enveloped-data)/is.test(header('content-type'))) {
    throw new ServiceError('encrypted', 'The message is encrypted.');
  }
  const { text, files } = takeUuencoded(email.text ?? '');
  return {
    subject: email.subject?.replace(/\s+/g, ' ').trim() ?? '',
    from,
    sender: others('sender'),
    to: people(email.to ?? []),
    cc: people(email.cc ?? []),
    bcc: people(email.bcc ?? []),
    replyTo: others('reply-to'),
    date: line('date'),
    others: [
      ['Organization', line('organization')],
      ['Keywords', line('keywords')],
      ['Comments', line('comments')],
    ],
    sentAt: email.date ?? null,
    html: email.html ?? null,
    text: text === '' ? null : text,
    attachments: [...email.attachments.map(attachmentOf), ...files],
    warnings,
  };
}

/** What the parser knows of a part, beyond its published types. */
interface MimeNode {
  readonly childNodes: readonly MimeNode[];
  content: ArrayBuffer | null;
  readonly contentType: {
    readonly parsed: { value: string; readonly params: Record<string, string | undefined> };
    multipart: string | false;
  };
  decodeFlowedText: (text: string, delSp: boolean) => string;
  readonly finalize: () => Promise<void>;
}

/** The parser, with four faults fixed: it has no options for them. Their tests fail when its parts change. */
class Mime extends PostalMime {
  declare readonly root: MimeNode;
  /** In bytes, of all parts. */
  declare readonly headerSize: number;
  /** Of the decoding of texts. */
  readonly warnings: ParseWarning[] = [];
  readonly #charset: CharsetOptions;

  constructor(charset: CharsetOptions) {
    super({ forceRfc822Attachments: true, maxNestingDepth: MAX_PART_DEPTH, maxHeadersSize: MAX_HEADER_BYTES });
    this.#charset = charset;
  }

  /** Called when all lines are read, before the texts are decoded. */
  async finalize(): Promise<void> {
    await this.root.finalize();
    const stack = [this.root];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      // It joins wrapped lines together with their quotation marks.
      node.decodeFlowedText = unflow;
      // It drops what is in a multipart whose boundary is missing or does not occur.
      if (node.contentType.multipart !== false && node.childNodes.length === 0) {
        node.contentType.multipart = false;
        node.contentType.parsed.value = 'text/plain';
      }
      this.#decode(node);
      append(stack, node.childNodes);
    }
  }

  /** It trusts a wrong charset, knows few of them, takes a text without any for UTF-8, and drops where a file is. */
  #decode(node: MimeNode): void {
    const { value, params } = node.contentType.parsed;
    if (value === EXTERNAL_BODY) node.content = new TextEncoder().encode(placeOf(params)).buffer;
    if (node.content === null || !value.startsWith('text/')) return;
    const part = { bytes: new Uint8Array(node.content), mediaType: value, charset: params['charset'] ?? null };
    try {
      const { text, warnings } = decodeText({ ...part, options: this.#charset });
      node.content = new TextEncoder().encode(text).buffer;
      params['charset'] = 'utf-8';
      this.warnings.push(...warnings);
    } catch (error) {
      // Binary data that is declared as text remains as it is.
      if (!(error instanceof ServiceError)) throw error;
    }
  }
}

async function parse(
  bytes: Uint8Array,
  options: CharsetOptions,
): Promise<{ email: Email; warnings: readonly ParseWarning[] }> {
  const parser = new Mime(options);
  try {
    const recoded = recodeHeaders(bytes, options);
    const email = await parser.parse(recoded.bytes);
    // The text may leave the same doubts.
    const fresh = recoded.warnings.filter(({ message }) => parser.warnings.every((other) => other.message !== message));
    return { email, warnings: [...fresh, ...parser.warnings] };
  } catch (error) {
    if (parser.headerSize > MAX_HEADER_BYTES) {
      const detail = `The headers of the message and of its parts have more than ${MAX_HEADER_BYTES} bytes.`;
      throw new ServiceError('too_large', detail, { limit_bytes: MAX_HEADER_BYTES }, error);
    }
    throw new ServiceError('corrupt', 'The parts of the message are nested too deeply.', {}, error);
  }
}

function people(addresses: readonly Address[]): Person[] {
  return addresses
    .flatMap((entry) => (entry.group === undefined ? [entry] : [{ name: entry.name, address: '' }, ...entry.group]))
    .map(({ name, address }) => ({ name: name === address ? '' : name, address }));
}

function attachmentOf({ filename, mimeType, contentId, description, content }: MimePart, index: number): Attachment {
  const isMessage = mimeType === 'message/rfc822';
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
  return {
    name: filename ?? (isMessage ? `message-${index + 1}.eml` : `attachment-${index + 1}`),
    declared: mimeType,
    contentId: contentId?.replace(/^<|>$/g, '') ?? null,
    ...(description !== undefined && { description }),
    read: () => decodeUuencoded(bytes),
    ...(mimeType === EXTERNAL_BODY && fileElsewhere(Buffer.from(bytes).toString())),
  };
}
