/** Converts Outlook messages (MSG), read from their OLE storage. */
import type { ParseContext, ParsedDocument, ParseInput } from '../../documents/types.ts';
import type { ConvertNested } from '../shared/nested.ts';
import type { Decode } from '../../documents/charset/decoders.ts';
import { codePageDecoder } from '../shared/ole/code-pages.ts';
import type { CompoundEntry } from '../shared/ole/compound-file.ts';
import { readMapiAttachment, readMapiMessage, type MapiProperties } from './mapi.ts';
import { convertMessage } from './message.ts';
import type { Attachment, Message } from './model.ts';
import { binaryProperty, fixedProperty, textProperty, timeProperty } from './msg-properties.ts';

const CODE_PAGE = 0x3fde;
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
  const parts = (kind: string): CompoundEntry[] =>
    [...storage.children]
      .filter(([name, { isStorage }]) => isStorage && name.startsWith(kind))
      .map(([, entry]) => entry);
  return readMapiMessage({
    message: propertiesOf(storage, header, decode),
    recipients: parts('__recip_version1.0').map((recipient) => propertiesOf(recipient, PART_HEADER, decode)),
    attachments: parts('__attach_version1.0').map((part, index) => readAttachment(part, index, decode, open)),
    decode,
  });
}

const propertiesOf = (storage: CompoundEntry, header: number, decode: Decode): MapiProperties => ({
  text: (id) => textProperty(storage, id, decode),
  bytes: (id) => binaryProperty(storage, id),
  number: (id) => fixedProperty(storage, Number.parseInt(id, 16), header)?.readUInt32LE(0) ?? null,
  time: (id) => timeProperty(storage, Number.parseInt(id, 16), header),
});

function readAttachment(
  part: CompoundEntry,
  index: number,
  decode: Decode,
  open: (message: CompoundEntry) => Promise<ParsedDocument>,
): Attachment {
  const inner = part.children.get('__substg1.0_3701000d');
  const properties = propertiesOf(part, PART_HEADER, decode);
  return {
    ...readMapiAttachment(properties, index, () => properties.bytes('3701')),
    ...(inner !== undefined && { convert: () => open(inner) }),
  };
}
