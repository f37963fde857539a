import { pick } from '../random.ts';
import { taken } from './perturbation.ts';
import type { Perturbation } from './perturbation.ts';

const GAP = /(?<=\S) (?=\S)/g;

export const spacing: Perturbation = {
  meaning: 'same',
  description: 'Spaces are doubled, lost, or replaced by a line break or a no-break space.',
  edits: (text, strength, random) =>
    taken([...text.matchAll(GAP)], strength, random).map(({ index: start }) => ({
      start,
      end: start + 1,
      text: pick(random, ['  ', '', '\n', '\u00a0']),
    })),
};
