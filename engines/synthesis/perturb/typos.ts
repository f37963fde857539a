import { pick } from '../random.ts';
import type { Random } from '../random.ts';
import { taken } from './perturbation.ts';
import type { Edit, Perturbation } from './perturbation.ts';

/** Keys beside each other on a QWERTY keyboard. */
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const NEIGHBOURS: ReadonlyMap<string, readonly string[]> = new Map(
  ROWS.flatMap((row, at) =>
    row.split('').map((key, column): [string, string[]] => {
      const near = [row[column - 1], row[column + 1], ROWS[at - 1]?.[column], ROWS[at + 1]?.[column]];
      return [key, near.filter((neighbour) => neighbour !== undefined)];
    }),
  ),
);

/** Short words change their meaning with one letter: "not" and "now". */
const SHORTEST = 5;
const WORD = /\p{L}+/gu;

const KINDS = [
  /** A letter is left out. */
  (word: string, at: number) => word.slice(0, at) + word.slice(at + 1),
  /** A letter is struck twice. */
  (word: string, at: number) => word.slice(0, at + 1) + word.slice(at),
  /** Two letters change places. */
  (word: string, at: number) => word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
  /** The key beside it. */
  (word: string, at: number, random: Random) => {
    const near = NEIGHBOURS.get((word[at] ?? '').toLowerCase());
    return near ? word.slice(0, at) + pick(random, near) + word.slice(at + 1) : word;
  },
] as const;

export const typos: Perturbation = {
  meaning: 'same',
  description:
    'A letter of a word is left out, doubled, swapped with the next one, or replaced by its neighbour on the keyboard.',
  edits: (text, strength, random) => {
    const words = [...text.matchAll(WORD)].filter(([word]) => word.length >= SHORTEST);
    return taken(words, strength, random).flatMap(({ 0: word, index: start }): Edit[] => {
      // The first and the last letter stay: readers find the word by them.
      const at = 1 + Math.floor(random() * (word.length - 3));
      const changed = pick(random, KINDS)(word, at, random);
      return changed === word ? [] : [{ start, end: start + word.length, text: changed }];
    });
  },
};
