/** Attachments whose files are not in the message: it says where they are. */
import { documentOf } from '../../documents/document.ts';
import { writeBlocks } from '../../documents/markdown/blocks.ts';
import { text } from '../../documents/markdown/model.ts';
import type { Attachment } from './model.ts';

/** The media type of such parts (RFC 4289, RFC 2017). */
export const EXTERNAL_BODY = 'message/external-body';

/** The place is text in place of the file. */
export const fileElsewhere = (place: string): Pick<Attachment, 'read' | 'convert'> => ({
  read: () => Buffer.alloc(0),
  convert: async () => documentOf(`${writeBlocks([{ kind: 'paragraph', content: [text(place)] }])}\n`),
});

/** Where the file is, by the parameters of the part: an address, or a server with the way to the file. */
export function placeOf({ url = '', ...parameters }: Readonly<Record<string, string | undefined>>): string {
  // Long addresses are broken into lines.
  if (url !== '') return url.replace(/\s+/g, '');
  const { site, server, directory, name, subject } = parameters;
  return [site, server, directory, name, subject].filter((part) => part !== undefined && part !== '').join(' / ');
}
