/** Sound files with damage. */
import type { Random } from '../random.ts';
import type { HostileFile } from './file.ts';

/** A file in ten ways damaged. Which bytes are flipped is up to `random`. */
export function damage(extension: string, seed: Uint8Array, random: Random): HostileFile[] {
  const flipped = (count: number): Buffer => {
    const bytes = Buffer.from(seed);
    for (let i = 0; i < count; i++) bytes[random.whole(0, bytes.length - 1)] = random.whole(0, 255);
    return bytes;
  };
  const cut = (part: number): Uint8Array => seed.subarray(0, Math.floor(seed.length * part));
  const hole = Buffer.from(seed);
  hole.fill(0, Math.floor(seed.length / 3), Math.floor(seed.length / 2));
  const high = Buffer.from(seed);
  high.fill(0xff, Math.floor(seed.length / 2), Math.min(seed.length, Math.floor(seed.length / 2) + 64));
  const variants: Record<string, Uint8Array> = {
    'cut-quarter': cut(0.25),
    'cut-half': cut(0.5),
    'cut-end': seed.subarray(0, -7),
    'flip-1': flipped(1),
    'flip-8': flipped(8),
    'flip-64': flipped(64),
    hole,
    'all-ones': high,
    doubled: Buffer.concat([seed, seed]),
    'junk-first': Buffer.concat([Buffer.from('junk\0\xff', 'latin1'), seed]),
  };
  return Object.entries(variants).map(([variant, bytes]) => ({ name: `${variant}.${extension}`, bytes }));
}
