/** The words of a question, without stop words, each with its weight. */
import { inverseFrequency } from '../lexis/bm25.ts';
import type { LexicalStatistics } from '../lexis/bm25.ts';
import type { Question } from '../retrieval/question.ts';

export interface AskedWord {
  readonly lexeme: string;
  /** The rarer, the more. One that no text has weighs most: about it, nothing can be said. */
  readonly weight: number;
}

/**
 * Texts that are added to those of the search, each word of the question being in one of them: a dataset of a few texts does not
 * show how rare a word is, and one that it writes in another way ("owns", "belongs to") would outweigh all others.
 */
const ADDED_TEXTS = 50;

/** Each word once. `statistics` are of the lexemes of the question. */
export function askedWords({ asked }: Question, statistics: LexicalStatistics): AskedWord[] {
  return weighedWords([...asked.own], statistics);
}

/** Each lexeme with its weight. One that the statistics do not have counts as one that no text has. */
export function weighedWords(lexemes: readonly string[], statistics: LexicalStatistics): AskedWord[] {
  const { texts, frequencies } = statistics;
  const smoothed = {
    ...statistics,
    texts: texts + ADDED_TEXTS,
    frequencies: new Map(lexemes.map((lexeme) => [lexeme, (frequencies.get(lexeme) ?? 0) + 1])),
  };
  return lexemes.map((lexeme) => ({ lexeme, weight: inverseFrequency(lexeme, smoothed) }));
}

/** The weight of the words that some of the texts cover, as a share of all; 1 for a question without words. */
export function coverage(asked: readonly AskedWord[], covers: readonly (readonly boolean[])[]): number {
  const sum = (some: readonly AskedWord[]): number => some.reduce((total, { weight }) => total + weight, 0);
  const all = sum(asked);
  return all > 0 ? sum(asked.filter((_, index) => covers.some((covered) => covered[index]))) / all : 1;
}
