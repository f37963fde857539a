/**
 * Answers of items. Questions that ask the same have one answer, however near others are by their vectors: "When was
 * she born?" is near to "When did she die?".
 */
import { tokensOf } from '../../evaluation/judges/built-in/index.ts';
import { guessLanguage } from '../../text/language.ts';
import type { Item } from '../items/item.ts';
import { jaccard } from './minhash.ts';

/** What says that two answers are the same: stems of words, or calls. */
export type Answer = ReadonlySet<string>;

/**
 * From this share of common words on, two answers are the same: "1783" and "in 1783", but not "Norwich" and "a mill in
 * Norwich".
 */
const SAME = 0.6;

const UNANSWERABLE: Answer = new Set(['']);

/** `null` for an item whose answer is free: a response to an instruction, or a conversation. */
export function readAnswer({ question, answer, calls }: Item['value']): Answer | null {
  if (Array.isArray(calls)) return new Set([JSON.stringify(calls)]);
  if (typeof question !== 'string') return null;
  if (typeof answer !== 'string') return UNANSWERABLE;
  const tokens = tokensOf(answer, guessLanguage(question));
  const content = tokens.filter(({ isContent, isNumber }) => isContent || isNumber);
  return new Set((content.length > 0 ? content : tokens).map(({ stem }) => stem));
}

export const isSameAnswer = (a: Answer | null, b: Answer | null): boolean =>
  a === null || b === null ? a === b : jaccard(a, b) >= SAME;
