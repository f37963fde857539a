/** Converts files in OLE storages: the old Office formats and Outlook messages. */
import { ServiceError } from '../../../errors/index.ts';
import type { ParseContext, ParsedDocument, ParseInput } from '../documents/types.ts';
import type { ConvertNested } from './shared/nested.ts';
import { openCompoundFile } from './shared/ole/compound-file.ts';

/**
 * Converts by the content of the storage. Throws `unsupported_type` for other files, and what the format's reader
 * throws.
 */
export async function convertCompoundFile(
  input: ParseInput,
  context: ParseContext,
  convert: ConvertNested,
): Promise<ParsedDocument> {
  const root = openCompoundFile(input.bytes);
  const has = (name: string): boolean => root.children.has(name);
  if (has('encryptedpackage')) throw new ServiceError('encrypted', 'The document is protected by a password.');
  try {
    if (has('worddocument')) return (await import('./doc/index.ts')).convertDoc(root, input);
    if (has('workbook') || has('book')) return (await import('./xls/index.ts')).convertXls(root, input, context);
    if (has('powerpoint document')) return (await import('./ppt/index.ts')).convertPpt(root, input, context);
    if (has('__properties_version1.0')) {
      return await (await import('./message/msg.ts')).convertMsg(root, input, context, convert);
    }
  } catch (error) {
    // Offsets in damaged files point outside their streams.
    if (!(error instanceof RangeError)) throw error;
    throw new ServiceError('corrupt', 'The document is damaged.', {}, error);
  }
  throw new ServiceError('unsupported_type', 'The file is an OLE storage of an unknown kind.', {
    media_type: input.mediaType,
  });
}
