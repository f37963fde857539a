/** The texts of answers. */

/** Sentences of an extractive answer that its text consists of; the others are cited beside it. */
const ANSWER_SENTENCES = 3;

export const NOT_FOUND = 'The passages that were found do not seem to hold the answer.';

/** A sentence of an answer. */
export interface Quotation {
  /** Position among the sentences that were found, best first, from 0. */
  readonly ordinal: number;
  /** Of its passage, from 1. */
  readonly rank: number;
  readonly text: string;
}

/** An extractive answer in words; `null` when all of its sentences are missing from `quotations`. */
export function answerText(quotations: readonly Quotation[], holdsAnswer: boolean): string | null {
  if (!holdsAnswer) return NOT_FOUND;
  const best = quotations.filter(({ ordinal }) => ordinal < ANSWER_SENTENCES);
  return best.length === 0 ? null : best.map(({ text, rank }) => `${text} [${rank}]`).join(' ');
}
