import type { Random } from '../random.ts';

export interface HostileFile {
  /** Says what it pretends to be. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * A way of being hostile, of which `random` decides the details. `size` is about what the content comes to, in bytes.
 */
export interface Idea {
  /** File name that describes it, with the extension of the format. */
  readonly name: string;
  readonly make: (random: Random, size: number) => Uint8Array;
}

/** As many copies as the size has room for. */
export function fill(pattern: string, size: number): string {
  return pattern.repeat(Math.max(1, Math.floor(size / Buffer.byteLength(pattern))));
}
