import { taken } from './perturbation.ts';
import type { Edit, Perturbation } from './perturbation.ts';

const WORD = /\p{L}+/gu;

export const letterCase: Perturbation = {
  meaning: 'same',
  description: 'Words lose their capital letters, or are written in capitals.',
  edits: (text, strength, random) =>
    taken([...text.matchAll(WORD)], strength, random).flatMap(({ 0: word, index: start }): Edit[] => {
      const lower = word.toLowerCase();
      const changed = lower === word ? word.toUpperCase() : lower;
      return changed === word ? [] : [{ start, end: start + word.length, text: changed }];
    }),
};
