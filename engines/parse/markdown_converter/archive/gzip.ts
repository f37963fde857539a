/** Converts a file compressed with gzip. */
import { gunzipSync } from 'node:zlib';
import { ServiceError } from '../../../../errors/index.ts';
import type { ParsedDocument, ParseInput } from '../../documents/types.ts';
import type { ConvertNested } from '../shared/nested.ts';
import type { ArchiveMember } from './members.ts';
import { MAX_INFLATED_BYTES } from '../shared/ooxml/zip.ts';

/** Converts the decompressed file. Throws `too_large`, `corrupt`, and what its reader throws. */
export async function convertGzip(input: ParseInput, convert: ConvertNested): Promise<ParsedDocument> {
  const { path: name, read } = gzipMember(input);
  return convert({ name, read, declared: null });
}

/** The only file in it, under the name without its ending. */
export function gzipMember({ bytes, filename }: Pick<ParseInput, 'bytes' | 'filename'>): ArchiveMember {
  const path = (filename ?? '').replace(/\.(gz|gzip)$/i, '').replace(/\.tgz$/i, '.tar');
  return { path, read: () => inflate(bytes) };
}

function inflate(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_INFLATED_BYTES });
  } catch (error) {
    if (error instanceof RangeError) {
      throw new ServiceError('too_large', `The file unpacks to more than ${MAX_INFLATED_BYTES} bytes.`, {
        limit_bytes: MAX_INFLATED_BYTES,
      });
    }
    throw new ServiceError('corrupt', 'The compressed file is damaged.', {}, error);
  }
}
