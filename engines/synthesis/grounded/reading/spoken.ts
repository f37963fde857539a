/** Words of a sentence as text again, with what was left out between them. */
import type { TaggedWord } from '../../../knowledge/facts/tagger.ts';

const TIGHT = /^(?:[.,;:!?)%]|['’](?:s|S)?)$/;

export function spoken(words: readonly TaggedWord[]): string {
  return words
    .map(({ text, start }, index) => {
      const before = words[index - 1];
      return before === undefined || before.end === start || TIGHT.test(text) ? text : ` ${text}`;
    })
    .join('');
}

/** The words outside of brackets, and without the adverbs that join a sentence to the one before. */
export function withoutAsides(words: readonly TaggedWord[]): TaggedWord[] {
  let depth = 0;
  return words.filter(({ text, tag }, index) => {
    if (text === '(' || text === '[') depth++;
    const isOutside = depth === 0;
    if ((text === ')' || text === ']') && depth > 0) depth--;
    // "a year later" points at another sentence itself.
    const isJoining = tag === 'ADV' && JOINING.has(text.toLowerCase()) && words[index - 1]?.tag !== 'NOUN';
    return isOutside && !isJoining;
  });
}

const JOINING: ReadonlySet<string> = new Set(
  'also then later thus therefore however subsequently eventually finally again moreover furthermore meanwhile'.split(
    ' ',
  ),
);
