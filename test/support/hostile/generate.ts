/** Hostile files by a seed: other ones for another, the same for the same. */
import { createHash } from 'node:crypto';
import { Random } from '../random.ts';
import { CONTAINER_IDEAS } from './containers.ts';
import { damage } from './damage.ts';
import type { HostileFile, Idea } from './file.ts';
import { NESTING_IDEAS } from './nesting.ts';
import { PDF_IDEAS } from './pdf-tricks.ts';
import { soundFiles } from './sound-files.ts';
import { TABLE_IDEAS } from './tables.ts';
import { TEXT_IDEAS } from './texts.ts';
import { XML_IDEAS } from './xml-tricks.ts';
import { ZIP_IDEAS } from './zip-tricks.ts';

/** About what the content of a file comes to. */
const SMALLEST = 100_000;
const LARGEST = 400_000;

const DAMAGED: readonly Idea[] = Object.entries(soundFiles()).map(([extension, sound]) => ({
  name: `damaged.${extension}`,
  make: (random: Random) => random.pick(damage(extension, sound, random)).bytes,
}));

const FAMILIES: readonly (readonly Idea[])[] = [
  TEXT_IDEAS,
  NESTING_IDEAS,
  ZIP_IDEAS,
  XML_IDEAS,
  PDF_IDEAS,
  TABLE_IDEAS,
  CONTAINER_IDEAS,
  DAMAGED,
  // Half of all formats and characters are text.
  TEXT_IDEAS,
  TEXT_IDEAS,
];

/**
 * So many different files, of all families of ideas in turn. No idea comes again before all of its family have been.
 */
export function* generateFiles(seed: number, count: number): Generator<HostileFile> {
  const random = new Random(seed, 'hostile files');
  const decks = new Map<readonly Idea[], Idea[]>();
  const known = new Set<string>();
  for (let turn = 0; known.size < count; turn++) {
    const family = FAMILIES[turn % FAMILIES.length] ?? TEXT_IDEAS;
    let deck = decks.get(family) ?? [];
    if (deck.length === 0) decks.set(family, (deck = shuffled(family, random)));
    const idea = deck.pop();
    if (idea === undefined) throw new Error('A family has no idea.');
    const bytes = idea.make(random, random.whole(SMALLEST, LARGEST));
    // Some ideas leave nothing to chance.
    const hash = createHash('sha256').update(bytes).digest('hex');
    if (known.has(hash)) continue;
    known.add(hash);
    yield { name: `${String(known.size).padStart(3, '0')}-${idea.name}`, bytes };
  }
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
