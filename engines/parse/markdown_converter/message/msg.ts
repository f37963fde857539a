/** Converts Outlook messages (MSG), read from their OLE storage. */
import type { Decode } from '../../documents/charset/decoders.ts';
import type { ParseContext, ParsedDocument, ParseInput } from '../../documents/types.ts';
import type { ConvertNested } from '../shared/nested.ts';
import { codePageDecoder, codePageOfLocale } from '../shared/ole/code-pages.ts';
import type { CompoundEntry } from '../shared/ole/compound-file.ts';
import { readMapiAttachment, readMapiMessage } from './mapi.ts';
import type { MapiProperties } from './mapi-properties.ts';
import { convertMessage } from './message.ts';
import type { Attachment, Message } from './model.ts';
import { readNames, readProperties, type MsgFormat } from './msg-properties.ts';

/** Of texts in bytes; without it, the locale of the writer tells. */
const CODE_PAGE = '3FFD';
const LOCALE = '3FF1';
/** Of the HTML, and for other programs. */
const PAGE_CODE_PAGE = '3FDE';
/** Bytes before the table of short values, in a message and in an embedded one. */
const TOP_HEADER = 32;
const INNER_HEADER = 24;
const PART_HEADER = 8;

/** Throws `encrypted`, `empty`, and `corrupt` when properties lie outside the file. */
export async function convertMsg(
  root: CompoundEntry,
  input: ParseInput,
  context: ParseContext,
  convert: ConvertNested,
): Promise<ParsedDocument> {
  const names = readNames(root);
  const open = (storage: CompoundEntry, header: number): Promise<ParsedDocument> => {
    const { text, page } = decodersOf(readProperties(storage, header, { decode: codePageDecoder(1252), names }));
    const format = { decode: text, names };
    const inner = (message: CompoundEntry): Promise<ParsedDocument> => open(message, INNER_HEADER);
    return convertMessage(readMessage(storage, header, { ...format, page }, inner), input, context, convert);
  };
  return open(root, TOP_HEADER);
}

function decodersOf(message: MapiProperties): { readonly text: Decode; readonly page: Decode } {
  const locale = message.number(LOCALE);
  const ofPage = message.number(PAGE_CODE_PAGE);
  const ofText = message.number(CODE_PAGE) ?? (locale === null ? (ofPage ?? 1252) : codePageOfLocale(locale));
  return { text: codePageDecoder(ofText), page: codePageDecoder(ofPage ?? ofText) };
}

function readMessage(
  storage: CompoundEntry,
  header: number,
  format: MsgFormat & { readonly page: Decode },
  open: (message: CompoundEntry) => Promise<ParsedDocument>,
): Message {
  const parts = (kind: string): CompoundEntry[] =>
    [...storage.children]
      .filter(([name, { isStorage }]) => isStorage && name.startsWith(kind))
      .map(([, entry]) => entry);
  return readMapiMessage({
    message: readProperties(storage, header, format),
    recipients: parts('__recip_version1.0').map((recipient) => readProperties(recipient, PART_HEADER, format)),
    attachments: parts('__attach_version1.0').map((part, index) => readAttachment(part, index, format, open)),
    decode: format.page,
  });
}

function readAttachment(
  part: CompoundEntry,
  index: number,
  format: MsgFormat,
  open: (message: CompoundEntry) => Promise<ParsedDocument>,
): Attachment {
  const inner = part.children.get('__substg1.0_3701000d');
  const properties = readProperties(part, PART_HEADER, format);
  return {
    ...readMapiAttachment(properties, index, () => properties.bytes('3701')),
    ...(inner !== undefined && { convert: () => open(inner) }),
  };
}
