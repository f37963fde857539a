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
  const zip = openZip(input.bytes);
  const members = zip.names.map((path) => ({ path, read: () => zip.read(path) ?? new Uint8Array() }));
  return convertMembers(members, input, context, convert);
}
