import { ServiceError } from '../../errors/index.ts';

export interface WordCounts {
  readonly words: number;
  /** How often each word occurs, in lower case, in the order of its first occurrence. */
  readonly by_word: Readonly<Record<string, number>>;
}

/** Counts the words of a text, which are runs of letters. Throws `no_words` when there is none. */
export function countWords(text: string): WordCounts {
  const counts = new Map<string, number>();
  let words = 0;
  for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu)) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
    words++;
  }
  if (words === 0) throw new ServiceError('no_words', 'The text has no words.');
  return { words, by_word: Object.fromEntries(counts) };
}
