/** Mailbox files (mbox, RFC 4155): messages one after the other, each below a line `From address date`. */
import type { ParseContext, ParsedDocument, ParseInput } from '../../documents/types.ts';
import { convertContainer } from '../shared/container.ts';
import type { ConvertNested } from '../shared/nested.ts';

/** More would be a data set; this is some dozens of megabytes of text. */
const MAX_MESSAGES = 10_000;

/**
 * The line above a message. Programs write more than addresses into it (`From - Mon …`), but always a time, and always
 * headers below. A line of a text that begins with “From” has neither.
 */
const ENVELOPE = /^From [^\r\n]*\d\d:\d\d[^\r\n]*\r?\n(?=>?[!-9;-~]+:)/;
/** Longer lines are no envelopes. */
const SEARCHED = 1000;
const LINE = '\nFrom ';

/** The messages of a mailbox, without their envelopes; the bytes themselves if they are no mailbox. */
export function messagesOf(bytes: Uint8Array): Uint8Array[] {
  const mailbox = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts: { readonly line: number; readonly message: number }[] = [];
  const see = (line: number): void => {
    const envelope = ENVELOPE.exec(mailbox.toString('latin1', line, line + SEARCHED))?.[0];
    if (envelope !== undefined) starts.push({ line, message: line + envelope.length });
  };
  see(0);
  if (starts.length === 0) return [bytes];
  for (let at = mailbox.indexOf(LINE); at !== -1; at = mailbox.indexOf(LINE, at + 1)) see(at + 1);
  return starts.map(({ message }, index) => unquoted(mailbox.subarray(message, starts[index + 1]?.line)));
}

/** Programs put a `>` before lines of a text that look like an envelope. */
function unquoted(message: Buffer): Buffer {
  if (!message.includes('>From ')) return message;
  return Buffer.from(message.toString('latin1').replace(/^>(?=>*From )/gm, ''), 'latin1');
}

/** A section for each message. */
export async function convertMailbox(
  messages: readonly Uint8Array[],
  input: ParseInput,
  context: ParseContext,
  convert: ConvertNested,
): Promise<ParsedDocument> {
  const files = messages.map((bytes, index) => ({
    name: `message-${index + 1}.eml`,
    heading: `Message ${index + 1}`,
    read: () => bytes,
    declared: 'message/rfc822',
    isSlice: true,
  }));
  const omitted = `Only the first ${MAX_MESSAGES} of ${messages.length} messages were read.`;
  return convertContainer({ files, unit: 'messages', most: MAX_MESSAGES, omitted }, input, context, convert);
}
