/** ZIP archives of documents. */
import type { ParseContext, ParsedDocument, ParseInput } from '../../documents/types.ts';
import type { ConvertNested } from '../shared/nested.ts';
import { openZip } from '../shared/ooxml/zip.ts';
import { convertMembers } from './members.ts';

/** One section per member. Encrypted, damaged and unknown members become warnings. */
export async function convertZip(
  input: ParseInput,
  context: ParseContext,
  convert: ConvertNested,
): Promise<ParsedDocument> {
  const { members, comment } = openZip(input.bytes);
  const files = members.map(({ name, ...member }) => ({ path: name, ...member }));
  return convertMembers(files, input, context, convert, comment);
}
