import { taken } from './perturbation.ts';
import type { Edit, Perturbation } from './perturbation.ts';

/**
 * English verbs that take "not" after them ("has" only as in "has opened", not as in "has a gate"), with the "not" that
 * already follows, if one does. A question's verb, before its subject, is left alone.
 */
const VERB =
  /(?<=[\p{L}\p{N}),] )(?:(?:am|is|are|was|were|can|could|will|would|shall|should|may|might|must|does|do|did)\b|(?:has|have|had)(?=(?: not)? [a-z]{2,20}e[dn]\b))( not\b)?/giu;
const SENTENCE = /[^.!?\n]+/g;

export const negation: Perturbation = {
  meaning: 'changed',
  description: 'A sentence is negated, or loses its negation: the first auxiliary verb gets or loses "not". English.',
  edits: (text, strength, random) => {
    const verbs = [...text.matchAll(SENTENCE)].flatMap(({ 0: sentence, index: from }) => {
      const [verb] = sentence.matchAll(VERB);
      return verb ? [{ start: from + verb.index, verb }] : [];
    });
    return taken(verbs, strength, random).map(({ start, verb: [found, not = ''] }): Edit => {
      const end = start + found.length;
      return not === '' ? { start: end, end, text: ' not' } : { start: end - not.length, end, text: '' };
    });
  },
};
