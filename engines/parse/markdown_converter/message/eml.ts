/** Internet messages (EML), and mailboxes that hold many of them. */
import type { ParseContext, ParsedDocument, ParseInput } from '../../documents/types.ts';
import { decodeUtf16 } from '../../documents/charset/decode.ts';
import type { ConvertNested } from '../shared/nested.ts';
import { convertMailbox, messagesOf } from './mailbox.ts';
import { convertMessage } from './message.ts';
import { readMime } from './mime.ts';

/** Throws `encrypted` for a single message that is, `corrupt`, `empty`. */
export async function convertEml(
  input: ParseInput,
  context: ParseContext,
  convert: ConvertNested,
): Promise<ParsedDocument> {
  const messages = messagesOf(asNarrow(input.bytes));
  const [only = input.bytes] = messages;
  return messages.length > 1
    ? convertMailbox(messages, input, context, convert)
    : convertMessage(await readMime(only, input.options), input, context, convert);
}

/** Saved as text, a message may have become UTF-16, in which no header is found. */
function asNarrow(bytes: Uint8Array): Uint8Array {
  const text = decodeUtf16(bytes);
  return text === null ? bytes : Buffer.from(text);
}
