import { createHash } from 'node:crypto';
import type { MediaTypeHint } from '../../platform/media-type/index.ts';
import { StreamEnds } from '../../platform/media-type/stream-ends.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';

/** Properties of a stored object, computed by reading all its bytes. */
export interface VerifiedBytes {
  readonly bytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  readonly mediaType: string;
}

export interface VerifyOptions {
  readonly signal?: AbortSignal;
  /** Called with the size of each chunk read. */
  readonly onBytes?: (bytes: number) => void;
}

/** Reads a stored object once, in bounded memory. Throws `not_found` when there is none. */
export async function verifyBytes(
  objects: Pick<ObjectStore, 'getStream'>,
  key: string,
  hint: MediaTypeHint,
  { signal, onBytes }: VerifyOptions = {},
): Promise<VerifiedBytes> {
  const sha256 = createHash('sha256');
  const ends = new StreamEnds();
  let bytes = 0;
  for await (const chunk of await objects.getStream(key, signal)) {
    const part: unknown = chunk;
    if (!Buffer.isBuffer(part)) throw new TypeError('The object store returned something other than bytes.');
    sha256.update(part);
    ends.add(part);
    bytes += part.length;
    onBytes?.(bytes);
  }
  return { bytes, sha256: sha256.digest('hex'), mediaType: ends.mediaType(hint) };
}
