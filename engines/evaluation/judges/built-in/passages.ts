/** Whether a passage helps to answer a question, by a fitted judge without a language model. */
import { guessLanguage } from '../../../text/language.ts';
import { rarity } from './rarity.ts';
import { StemSet } from './stems.ts';
import { tokensOf } from './tokens.ts';

/**
 * Logistic regressions, fitted by bench/evaluation/fit-judge.ts on halves of MuSiQue, HotpotQA and XQuAD; .5 has the
 * best kappa there. Tried and left out: how many of the question's words the passage has, which adds nothing to the
 * vectors.
 */
const FOR_QUESTION = { bias: -4.39, similarity: 5.605 };
const FOR_ANSWER = { bias: -5.063, similarity: 5.166, found: 2.847 };

/** A passage is relevant from here on. */
export const RELEVANT = 0.5;

/** Estimated probability that a passage helps to answer a question. `similarity`: of their vectors (`similarityBy`). */
export const helpsQuestion = (similarity: number): number =>
  logistic(FOR_QUESTION.bias + FOR_QUESTION.similarity * similarity);

/**
 * Estimated probability that a passage helps to give the expected answer. `similarity`: of its vector and that of the
 * question with the answer; `found`: share of the answer that the passage has.
 */
export const helpsAnswer = (similarity: number, found: number): number =>
  logistic(FOR_ANSWER.bias + FOR_ANSWER.similarity * similarity + FOR_ANSWER.found * found);

const logistic = (sum: number): number => 1 / (1 + Math.exp(-sum));

/**
 * Mean, over the relevant passages, of the share of relevant ones among those up to them (average precision): 1 when
 * all that are relevant come first, 0 when none is.
 */
export function averagePrecision(areRelevant: readonly boolean[]): number {
  let relevant = 0;
  let sum = 0;
  for (const [index, isRelevant] of areRelevant.entries()) if (isRelevant) sum += ++relevant / (index + 1);
  return relevant === 0 ? 0 : sum / relevant;
}

/** A text whose words are looked for in passages. */
export interface Wanted {
  /** Share of its words that a set has, weighted by their rarity; of function words alone, all of them count. */
  readonly shareIn: (stems: StemSet) => number;
  /** Content words that a set lacks, as written. */
  readonly missingIn: (stems: StemSet) => readonly string[];
}

/** `null` for a text without words. */
export function wantedWords(text: string): Wanted | null {
  const tokens = tokensOf(text, guessLanguage(text));
  const content = tokens.filter(({ isContent }) => isContent);
  const words = content.length > 0 ? content : tokens;
  if (words.length === 0) return null;
  const all = words.reduce((sum, { stem }) => sum + rarity(stem), 0);
  return {
    shareIn: (stems) => words.reduce((sum, { stem }) => sum + (stems.has(stem) ? rarity(stem) : 0), 0) / all,
    missingIn: (stems) => words.filter(({ stem }) => !stems.has(stem)).map(({ text: word }) => word),
  };
}

/** The stems of a passage, in the language of what is looked for in it. */
export const stemsOf = (passage: string): StemSet => {
  const tokens = tokensOf(passage, guessLanguage(passage));
  return new StemSet(tokens.map(({ stem }) => stem));
};
