/** Long files do not keep other work waiting. */
import { setImmediate } from 'node:timers/promises';

/** Bytes between two turns: at most a few thousand of the shortest rows, some milliseconds of work. */
export const TURN_BYTES = 8192;

/**
 * The same bytes in pieces of at most {@link TURN_BYTES}. The event loop has a turn before each, even if all chunks are
 * in memory.
 */
export async function* inTurns(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += TURN_BYTES) {
      await setImmediate();
      yield chunk.subarray(at, at + TURN_BYTES);
    }
  }
}
