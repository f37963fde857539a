/**
 * Which names are worth comparing: those with a key in common, in blocks of bounded size, so that the pairs grow as the
 * names do.
 */
import type { NameWords } from './words.ts';

/** Largest block: a key that more names share, such as that of "university", is ignored. */
const LARGEST_BLOCK = 50;
/** Words of a name that make keys. */
const MOST_WORDS = 6;

/** Names that there may be: a digest of a key and the place of a name with it are one number of 53 bits. */
const MOST_NAMES = 2 ** 17;

/** Names by their keys. A million keys take ten megabytes: as texts they would take hundreds. */
export class NameBlocks {
  readonly #keyed: number[] = [];
  #names = 0;

  add(name: NameWords): void {
    const at = this.#names++;
    for (const key of keysOf(name)) this.#keyed.push(digestOf(key) * MOST_NAMES + at);
  }

  /** Pairs of places, the first one before the second, each once: those with the rarest keys first. */
  *pairs(): Generator<readonly [number, number]> {
    const keyed = Float64Array.from(this.#keyed).sort();
    const known = new Set<number>();
    for (const [size, begins] of beginsBySize(keyed).entries()) {
      for (const begin of begins) {
        const block = Array.from(keyed.subarray(begin, begin + size), (one) => one % MOST_NAMES);
        for (const [index, one] of block.entries()) {
          for (const other of block.slice(index + 1)) {
            const pair = one * MOST_NAMES + other;
            if (known.has(pair)) continue;
            known.add(pair);
            yield [one, other];
          }
        }
      }
    }
  }
}

/** Where the names with one key begin, by their number, as far as it says something. */
function beginsBySize(keyed: Float64Array): number[][] {
  const begins: number[][] = Array.from({ length: LARGEST_BLOCK + 1 }, () => []);
  const keyAt = (at: number): number => Math.floor((keyed[at] ?? 0) / MOST_NAMES);
  for (let begin = 0; begin < keyed.length;) {
    const key = keyAt(begin);
    let end = begin + 1;
    while (end < keyed.length && keyAt(end) === key) end++;
    if (end - begin > 1) begins[end - begin]?.push(begin);
    begin = end;
  }
  return begins;
}

/**
 * 36 bits (FNV-1a with two factors): of a million keys, some ten share a digest, and their names are compared in vain.
 */
function digestOf(key: string): number {
  let [high, low] = [0x811c9dc5, 0x9747b28c];
  for (let at = 0; at < key.length; at++) {
    const code = key.charCodeAt(at);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ code, 0x5bd1e995);
  }
  return (high >>> 0) * 16 + (low >>> 28);
}

/** Keys of the words, of each two of them, of the first letters and of all letters. */
function keysOf({ words, sounds: all, joined, initials }: NameWords): ReadonlySet<string> {
  const sounds = all.slice(0, MOST_WORDS);
  const keys = new Set(sounds.map((sound) => `word ${sound}`));
  for (const [at, sound] of sounds.entries())
    for (const other of sounds.slice(at + 1))
      keys.add(sound < other ? `words ${sound} ${other}` : `words ${other} ${sound}`);
  const [first = '', last = ''] = [words[0], words.at(-1)];
  // A slip in the last name, initials, and a name that is one word.
  keys.add(`last ${first[0] ?? ''} ${all.at(-1) ?? ''}`);
  keys.add(`begins ${first.slice(0, 2)} ${last.slice(0, 4)}`);
  keys.add(`letters ${joined}`);
  if (words.length > 1) for (const letters of initials) keys.add(`letters ${letters}`);
  return keys;
}
