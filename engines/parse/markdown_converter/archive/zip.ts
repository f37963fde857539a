/** ZIP archives of documents. */
import type { ParseContext, ParsedDocument, ParseInput } from '../../documents/types.ts';
import type { ConvertNested } from '../shared/nested.ts';
import { openZip } from '../shared/ooxml/zip.ts';
import { convertMembers, type ArchiveMember } from './members.ts';

/** One section per member. Encrypted, damaged and unknown members become warnings. */
export async function convertZip(
  input: ParseInput,
  context: ParseContext,
  convert: ConvertNested,
): Promise<ParsedDocument> {
  return convertMembers(zipMembers(input.bytes), input, context, convert);
}

/** Throws `corrupt` and `encrypted`. */
export const zipMembers = (bytes: Uint8Array): ArchiveMember[] =>
  openZip(bytes).members.map(({ name, read }) => ({ path: name, read }));
