/** Long files do not keep other work waiting. */
import { setImmediate } from 'node:timers/promises';

/** Bytes of a slice: at most a few thousand of the shortest rows, some milliseconds of work. */
export const SLICE_BYTES = 8192;

/**
 * The same bytes in slices of at most {@link SLICE_BYTES}. Other work runs before each, even if all chunks are in
 * memory.
 */
export async function* inSlices(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
      await setImmediate();
      yield chunk.subarray(at, at + SLICE_BYTES);
    }
  }
}
