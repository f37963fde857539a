/** ZIP archives of documents. */
import type { ParseContext, ParsedDocument, ParseInput } from '../../documents/types.ts';
import type { ConvertNested } from '../shared/nested.ts';
import { openZip, type ZipArchive } from '../shared/ooxml/zip.ts';
import { convertMembers, type ArchiveMember } from './members.ts';

/** One section per member. Encrypted, damaged and unknown members become warnings. */
export async function convertZip(
  input: ParseInput,
  context: ParseContext,
  convert: ConvertNested,
): Promise<ParsedDocument> {
  const { members, comment } = openZip(input.bytes);
  return convertMembers(members.map(archiveMember), input, context, convert, comment);
}

/** Throws `corrupt` and `encrypted`. */
export const zipMembers = (bytes: Uint8Array): ArchiveMember[] => openZip(bytes).members.map(archiveMember);

const archiveMember = ({ name, ...member }: ZipArchive['members'][number]): ArchiveMember => ({
  path: name,
  ...member,
});
