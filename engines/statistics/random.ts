/** Random numbers that a seed determines, the same on every machine: mulberry32 (Tommy Ettinger). */

/** The next number from 0 to 1, 1 exclusive. */
export type Random = () => number;

/** `seed` is a 32-bit integer. Not for secrets. */
export function seededRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
