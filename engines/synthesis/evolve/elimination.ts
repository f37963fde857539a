/** Which evolved instructions are no good, as far as it can be seen without a model: rules of Evol-Instruct. */
import type { Item } from '../items/item.ts';
import { STOP_WORDS } from '../../text/stop-words.ts';
import { guessLanguage } from '../../text/language.ts';
import { words } from '../../text/words.ts';

/** Words of the request that a model copied into its answer. */
const LEAKS = ['given instruction', 'rewritten instruction', 'new instruction', 'given prompt', 'rewritten prompt'];

/** Longer answers that say sorry answer nevertheless. */
const SORRY_WORDS = 80;

const wordsOf = (text: string): readonly string[] => [...words(text.toLowerCase())].map(({ text: word }) => word);

export function rejectInstruction(before: string, after: string): Item['rejected'] {
  const evolved = wordsOf(after);
  if (evolved.length === 0) return { reason: 'output', about: 'no instruction' };
  if (evolved.join(' ') === wordsOf(before).join(' ')) return { reason: 'no_gain', about: 'the same words' };
  const [was, is] = [before.toLowerCase(), after.toLowerCase()];
  const leak = LEAKS.find((phrase) => is.includes(phrase) && !was.includes(phrase));
  return leak === undefined ? null : { reason: 'leak', about: leak };
}

export function rejectResponse(response: string): Item['rejected'] {
  const said = wordsOf(response);
  const empty = STOP_WORDS[guessLanguage(response)];
  if (said.every((word) => empty.has(word))) return { reason: 'unanswered', about: 'only function words' };
  const isSorry = said.includes('sorry') && said.length < SORRY_WORDS;
  return isSorry ? { reason: 'unanswered', about: 'it says sorry' } : null;
}
