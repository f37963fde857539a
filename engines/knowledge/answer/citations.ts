/** The citations of what a language model writes: only sentences that cite a passage which it was given are kept. */
import { Type } from 'typebox';
import type { Static } from 'typebox';

/** A sentence with the numbers of its passages, from 1, as a model writes it. */
export const WRITTEN_SENTENCE = Type.Object(
  { text: Type.String(), passages: Type.Array(Type.Integer()) },
  { additionalProperties: false },
);
export type WrittenSentence = Static<typeof WRITTEN_SENTENCE>;

export interface CitingSentence {
  readonly text: string;
  /** Indices of passages, each once. */
  readonly passages: readonly number[];
}

interface CheckedAnswer {
  readonly sentences: readonly CitingSentence[];
  /** Sentences without a passage that was given. */
  readonly dropped: number;
}

/** The sentences that cite one of so many passages. Numbers of passages that were not given are left out. */
export function checkAnswer(
  { answered, sentences }: { readonly answered: boolean; readonly sentences: readonly WrittenSentence[] },
  passages: number,
): CheckedAnswer {
  if (!answered) return { sentences: [], dropped: 0 };
  const kept = sentences.flatMap(({ text, passages: cited }) => {
    const given = givenOf(cited, passages);
    const said = withoutMarks(text);
    return given.length > 0 && said !== '' ? [{ text: said, passages: given }] : [];
  });
  return { sentences: kept, dropped: sentences.length - kept.length };
}

/** The passages that a model cites by their numbers, as indices, each once; without those that it was not given. */
export function givenOf(cited: readonly number[], passages: number): number[] {
  return [...new Set(cited)].filter((number) => number >= 1 && number <= passages).map((number) => number - 1);
}

const MARKS = / ?\[\d{1,3}\]/g;

/** Marks of its own would be those of no citation. */
export const withoutMarks = (text: string): string => text.replace(MARKS, '').trim();
