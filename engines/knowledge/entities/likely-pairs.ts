/** Which names are worth comparing: those with a key in common, in blocks of bounded size, so that the pairs grow as the names do. */
import { soundOf } from './spelling.ts';
import { readWords } from './words.ts';

/** Names with one key beyond which it says nothing, such as that of "university". */
const LARGEST_BLOCK = 50;
/** Words of a name that make keys. */
const MOST_WORDS = 6;

/** Pairs of positions among the names, the first one before the second. */
export function likelyPairs(names: readonly string[]): [number, number][] {
  const blocks = new Map<string, number[]>();
  for (const [at, name] of names.entries()) {
    for (const key of keysOf(name)) {
      const block = blocks.get(key) ?? [];
      if (block.length <= LARGEST_BLOCK) block.push(at);
      blocks.set(key, block);
    }
  }
  const pairs = new Set<number>();
  for (const block of blocks.values()) {
    if (block.length > LARGEST_BLOCK) continue;
    for (const [index, one] of block.entries())
      for (const other of block.slice(index + 1)) pairs.add(one * names.length + other);
  }
  return [...pairs]
    .toSorted((first, second) => first - second)
    .map((pair) => [Math.floor(pair / names.length), pair % names.length]);
}

/** Keys of the words, of each two of them, of the first letters and of all letters. */
function keysOf(name: string): ReadonlySet<string> {
  const { words, initials } = readWords(name);
  const sounds = words.slice(0, MOST_WORDS).map(soundOf);
  const keys = new Set(sounds.map((sound) => `word ${sound}`));
  for (const [at, sound] of sounds.entries())
    for (const other of sounds.slice(at + 1)) keys.add(`words ${[sound, other].toSorted().join(' ')}`);
  const [first = '', last = ''] = [words[0], words.at(-1)];
  // A slip in the last name, initials, and a name that is one word.
  keys.add(`last ${first[0] ?? ''} ${soundOf(last)}`);
  keys.add(`begins ${first.slice(0, 2)} ${last.slice(0, 4)}`);
  keys.add(`letters ${words.join('')}`);
  if (words.length > 1) for (const letters of initials) keys.add(`letters ${letters}`);
  return keys;
}
