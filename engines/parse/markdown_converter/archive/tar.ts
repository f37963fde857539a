/** TAR archives of documents (POSIX ustar and pax, GNU long names). */
import { ServiceError } from '../../../../errors/index.ts';
import type { ParseContext, ParsedDocument, ParseInput } from '../../documents/types.ts';
import type { ConvertNested } from '../shared/nested.ts';
import { convertMembers, type ArchiveMember } from './members.ts';

const BLOCK = 512;

/** One section per file. Throws as {@link tarMembers}. */
export async function convertTar(
  input: ParseInput,
  context: ParseContext,
  convert: ConvertNested,
): Promise<ParsedDocument> {
  return convertMembers(tarMembers(input.bytes), input, context, convert);
}

/** Throws `corrupt` when the first header is invalid. */
export function tarMembers(bytes: Uint8Array): ArchiveMember[] {
  const members = readMembers(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (members.length === 0) throw new ServiceError('corrupt', 'The archive contains no file that can be read.');
  return members;
}

function readMembers(archive: Buffer): ArchiveMember[] {
  const members: ArchiveMember[] = [];
  let longName: string | null = null;
  let longTarget: string | null = null;
  for (let at = 0; at + BLOCK <= archive.length;) {
    const header = archive.subarray(at, at + BLOCK);
    const size = octal(header, 124);
    if (header[0] === 0 || size === null) break;
    const content = archive.subarray(at + BLOCK, at + BLOCK + size);
    const type = String.fromCharCode(header[156] ?? 0);
    if (type === 'L') {
      longName = text(content);
    } else if (type === 'K') {
      longTarget = text(content);
    } else if (type === 'x') {
      const records = content.toString();
      longName = /(?:^|\n)\d+ path=([^\n]*)\n/.exec(records)?.[1] ?? longName;
      longTarget = /(?:^|\n)\d+ linkpath=([^\n]*)\n/.exec(records)?.[1] ?? longTarget;
    } else {
      const prefix = header.toString('latin1', 257, 262) === 'ustar' ? text(header.subarray(345, 500)) : '';
      const name = text(header.subarray(0, 100));
      const path = longName ?? (prefix === '' ? name : `${prefix}/${name}`);
      const target = longTarget ?? text(header.subarray(157, 257));
      longName = null;
      longTarget = null;
      if (type === '1' || type === '2') members.push({ path, target, read: () => Buffer.alloc(0) });
      if (type === '0' || type === '7' || type === '\0') members.push({ path, read: () => content });
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return members;
}

function text(field: Buffer): string {
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? field.length : end);
}

/** Parses an octal number; `null` for anything else, including GNU's notation for sizes over 8 GB. */
function octal(header: Buffer, at: number): number | null {
  const digits = /^ *([0-7]+)[ \0]*$/.exec(header.toString('latin1', at, at + 12))?.[1];
  return digits === undefined ? null : Number.parseInt(digits, 8);
}
