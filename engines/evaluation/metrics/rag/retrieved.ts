/** Metrics of the passages that were retrieved for a question. */
import type { Case } from '../../cases/case.ts';
import { RELEVANT } from '../../judges/built-in/passages.ts';
import { SCALE_TEXTS, similarityBy } from '../../judges/built-in/vectors.ts';
import type { Vector } from '../../judges/built-in/vectors.ts';
import type { Measured } from '../metric.ts';

const hasWords = (passage: string): boolean => passage.trim() !== '';

/** What is embedded to compare a text with each passage; nothing when one side is blank. */
export const comparedTexts = (text: string, passages: readonly string[]): readonly string[] =>
  text.trim() === '' || !passages.some(hasWords) ? [] : [text, ...passages.filter(hasWords), ...SCALE_TEXTS];

/** What passages are compared with that should have the answer; empty when one of the two is blank. */
export const questionWithAnswer = ({ user_input: question = '', expected_output: expected = '' }: Case): string =>
  question.trim() === '' || expected.trim() === '' ? '' : `${question} ${expected}`;

/**
 * The similarity of the text and each passage, from the vectors of {@link comparedTexts}; of a blank passage it is
 * `null`.
 */
export function similarities(
  passages: readonly string[],
  [compared = [], ...vectors]: readonly Vector[],
): (number | null)[] {
  const scale = vectors.slice(-SCALE_TEXTS.length);
  const similarity = similarityBy(scale);
  const ofPassages = vectors.values();
  return passages.map((passage) => (hasWords(passage) ? similarity(compared, ofPassages.next().value ?? []) : null));
}

/** A passage as evidence, with the estimated probability that it helps. */
export interface RatedPassage {
  readonly context: number;
  readonly relevance: number;
  readonly is_relevant: boolean;
}

export const rated = (relevances: readonly number[]): RatedPassage[] =>
  relevances.map((relevance, context) => ({ context, relevance, is_relevant: relevance >= RELEVANT }));

/** Why passages cannot be judged; `null` when they can. */
export function unjudgeable({ user_input: question = '', retrieval_contexts: passages = [] }: Case): Measured | null {
  if (question.trim() === '') return { unmeasured: 'field_missing', about: 'user_input' };
  return passages.some(hasWords) ? null : { unmeasured: 'no_context' };
}
