/** 7-Zip archives of documents, unpacked by libarchive in WebAssembly. */
import { ArchiveReader, libarchiveWasm, type LibarchiveWasm } from 'libarchive-wasm';
import { ServiceError } from '../../../../errors/index.ts';
import type { ParseContext, ParsedDocument, ParseInput } from '../../documents/types.ts';
import type { ConvertNested } from '../shared/nested.ts';
import { MAX_INFLATED_BYTES } from '../shared/ooxml/zip.ts';
import { convertMembers, type ArchiveMember } from './members.ts';

/** Signature, version, checksum, and where the list of members is. */
const HEADER_BYTES = 32;
const CHUNK_BYTES = 1024 * 1024;
/** Limits of what an archive unpacks to: this much whatever its size, and so many times its size. */
const LEAST_ROOM_BYTES = 16 * 1024 * 1024;
const MAX_RATIO = 200;
/** The list of an archive is compressed too: a small file may name millions of empty members. */
const MAX_ENTRIES = 10_000;

/** One section per file. Throws as {@link sevenZipMembers}. */
export async function convertSevenZip(
  input: ParseInput,
  context: ParseContext,
  convert: ConvertNested,
): Promise<ParsedDocument> {
  return convertMembers(await sevenZipMembers(input.bytes, context.signal), input, context, convert);
}

/** Throws `encrypted` when the list of members is, and `corrupt` when it cannot be read. */
export async function sevenZipMembers(bytes: Uint8Array, signal: AbortSignal): Promise<ArchiveMember[]> {
  // Its memory grows with the archive and is never returned, so that it serves one archive only.
  return unpack(await libarchiveWasm(), bytes, signal);
}

/**
 * Members are compressed together, so that all of them are unpacked in their order. This ends at a member that exceeds
 * the limit or cannot be read, because skipping it would unpack it as well.
 */
function unpack(library: LibarchiveWasm, bytes: Uint8Array, signal: AbortSignal): ArchiveMember[] {
  if (!isComplete(bytes)) throw failureOf(new Error('The list of members is missing.'), false);
  const reader = open(library, bytes);
  const members: ArchiveMember[] = [];
  const limit = Math.min(MAX_INFLATED_BYTES, LEAST_ROOM_BYTES + MAX_RATIO * bytes.length);
  let unpacked = 0;
  for (let count = 0; count < MAX_ENTRIES; count++) {
    signal.throwIfAborted();
    const entry = nextEntry(reader);
    if (entry === 0) break;
    if (reader.getEntryFiletype(entry) !== 'File') continue;
    const path = reader.getEntryPathname(entry);
    try {
      const content = readContent(reader, unpacked, limit);
      unpacked += content.length;
      members.push({ path, read: () => content });
    } catch (error) {
      const failure = failureOf(error, reader.isEntryEncrypted(entry));
      const read = (): never => {
        throw failure;
      };
      members.push({ path, read });
      break;
    }
  }
  if (members.length === 0) {
    // The library returns no entry both after the last one and after an error.
    const message = library.error_string(reader.archive);
    if (message) throw failureOf(new Error(message), reader.hasEncryptedData() === true);
  }
  return members;
}

/** Whether the list of members, which is at the end, is there: the library finds no member in an archive without it. */
function isComplete(bytes: Uint8Array): boolean {
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(HEADER_BYTES, bytes.byteLength));
  if (header.length < HEADER_BYTES) return false;
  return HEADER_BYTES + Number(header.readBigUInt64LE(12)) + Number(header.readBigUInt64LE(20)) <= bytes.length;
}

function open(library: LibarchiveWasm, bytes: Uint8Array): ArchiveReader {
  try {
    return new ArchiveReader(library, new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (error) {
    throw failureOf(error, false);
  }
}

function nextEntry(reader: ArchiveReader): number {
  try {
    return reader.nextEntryPointer();
  } catch (error) {
    throw failureOf(error, false);
  }
}

/** The next member; `before` bytes are unpacked already. The size that the archive claims is not used. */
function readContent(reader: ArchiveReader, before: number, limit: number): Uint8Array {
  const chunks: Int8Array[] = [];
  let size = before;
  for (let chunk = reader.readData(CHUNK_BYTES); chunk.length > 0; chunk = reader.readData(CHUNK_BYTES)) {
    size += chunk.length;
    if (size > limit) {
      const detail = `The archive unpacks to more than ${limit} bytes: the files from this one on were not read.`;
      throw new ServiceError('too_large', detail, { limit_bytes: limit });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)));
}

function failureOf(error: unknown, isEncrypted: boolean): ServiceError {
  if (error instanceof ServiceError) return error;
  if (isEncrypted) return new ServiceError('encrypted', 'The archive is protected by a password.', {}, error);
  return new ServiceError('corrupt', 'The archive is damaged.', {}, error);
}
