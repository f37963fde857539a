/** Members of a zip archive, inflated on demand and within a limit, whatever sizes the archive claims. */
import { inflateRawSync } from 'node:zlib';
import { ServiceError } from '../../../../../errors/index.ts';
import { decodeNames } from './member-names.ts';
import type { RawName } from './member-names.ts';

/** Maximum total size of the members read from one archive. */
export const MAX_INFLATED_BYTES = 128 * 1024 * 1024;

export interface ZipArchive {
  /** In the order of the directory; several may have one name. `read` throws as below. */
  readonly members: readonly { readonly name: string; readonly comment: string; readonly read: () => Uint8Array }[];
  readonly comment: string;
  /**
   * The bytes of a member, or `null` when it does not exist; ignores case and a leading slash. Throws `too_large`,
   * `encrypted` or `corrupt`.
   */
  readonly read: (name: string) => Uint8Array | null;
}

interface Member {
  readonly name: string;
  readonly comment: string;
  readonly isEncrypted: boolean;
  readonly method: number;
  readonly compressedSize: number;
  readonly headerAt: number;
}

const END_SIGNATURE = 0x06054b50;
/** Before the comment of the archive. */
const END_BYTES = 22;
const CENTRAL_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
/** The flag of a name in UTF-8. */
const UTF8_NAME = 1 << 11;
const STORED = 0;
const DEFLATED = 8;

/** Opens an archive held in memory. Throws `corrupt` when it has no readable directory. */
export function openZip(bytes: Uint8Array): ZipArchive {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { members, comment } = guard(() => readDirectory(buffer));
  const byName = new Map(members.map((member) => [key(member.name), member]));
  let remaining = MAX_INFLATED_BYTES;
  const read = (member: Member): Uint8Array => {
    const content = guard(() => readMember(buffer, member, remaining));
    remaining -= content.length;
    return content;
  };
  return {
    members: members.map((member) => ({ name: member.name, comment: member.comment, read: () => read(member) })),
    comment,
    read(name) {
      const member = byName.get(key(name));
      return member === undefined ? null : read(member);
    },
  };
}

const key = (name: string): string => name.toLowerCase().replace(/\\/g, '/').replace(/^\//, '');

function readDirectory(buffer: Buffer): Pick<ZipArchive, 'comment'> & { readonly members: Member[] } {
  const end = buffer.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || buffer.readUInt32LE(end) !== END_SIGNATURE) throw corrupt('The archive has no directory.');
  const count = buffer.readUInt16LE(end + 10);
  const members: Omit<Member, 'name' | 'comment'>[] = [];
  const names: RawName[] = [];
  const comments: RawName[] = [
    { bytes: buffer.subarray(end + END_BYTES, end + END_BYTES + buffer.readUInt16LE(end + 20)), isUtf8: false },
  ];
  let at = buffer.readUInt32LE(end + 16);
  while (members.length < count && buffer.readUInt32LE(at) === CENTRAL_SIGNATURE) {
    const nameLength = buffer.readUInt16LE(at + 28);
    const nextAt = at + 46 + nameLength + buffer.readUInt16LE(at + 30) + buffer.readUInt16LE(at + 32);
    const isUtf8Member = (buffer.readUInt16LE(at + 8) & UTF8_NAME) !== 0;
    names.push({ bytes: buffer.subarray(at + 46, at + 46 + nameLength), isUtf8: isUtf8Member });
    comments.push({ bytes: buffer.subarray(nextAt - buffer.readUInt16LE(at + 32), nextAt), isUtf8: isUtf8Member });
    members.push({
      isEncrypted: (buffer.readUInt16LE(at + 8) & 1) === 1,
      method: buffer.readUInt16LE(at + 10),
      compressedSize: buffer.readUInt32LE(at + 20),
      headerAt: buffer.readUInt32LE(at + 42),
    });
    at = nextAt;
  }
  const decoded = decodeNames(names);
  const [comment = '', ...ofMembers] = decodeNames(comments);
  return {
    comment,
    members: members.map((member, index) => ({
      ...member,
      name: decoded[index] ?? '',
      comment: ofMembers[index] ?? '',
    })),
  };
}

function readMember(buffer: Buffer, member: Member, limit: number): Uint8Array {
  if (member.isEncrypted) throw new ServiceError('encrypted', 'A part of the document is encrypted.');
  const { headerAt } = member;
  if (buffer.readUInt32LE(headerAt) !== LOCAL_SIGNATURE) throw corrupt('A part of the document is missing.');
  const start = headerAt + 30 + buffer.readUInt16LE(headerAt + 26) + buffer.readUInt16LE(headerAt + 28);
  const data = buffer.subarray(start, start + member.compressedSize);
  if (member.method !== STORED && member.method !== DEFLATED) throw corrupt('A part uses an unknown compression.');
  if (member.method === STORED && data.length > limit) throw tooLarge();
  return member.method === STORED ? data : inflateRawSync(data, { maxOutputLength: Math.max(1, limit) });
}

/** Converts errors of Node's buffers and zlib, whose messages mean nothing to users, to those of the catalog. */
function guard<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw corrupt('The archive is damaged.', error);
  }
}

function corrupt(detail: string, cause?: unknown): ServiceError {
  return new ServiceError('corrupt', detail, {}, cause);
}

function tooLarge(): ServiceError {
  return new ServiceError('too_large', `The document unpacks to more than ${MAX_INFLATED_BYTES} bytes.`, {
    limit_bytes: MAX_INFLATED_BYTES,
  });
}
