/**
 * Whether an answer says what was expected, by a fitted judge without a model. Measured on short factual answers alone.
 */
import { guessLanguage } from '../../../text/language.ts';
import { likeness } from './edit-distance.ts';
import { isEvasive } from './evasion.ts';
import { rarity } from './rarity.ts';
import { readSentences } from './sentences.ts';
import { tokensOf } from './tokens.ts';
import type { Token } from './tokens.ts';

export const CORRECTNESS_MEASURES = ['recall', 'verbatim', 'numbers', 'f1', 'spelling', 'evasive', 'early'] as const;
export type CorrectnessMeasure = (typeof CORRECTNESS_MEASURES)[number];
export type CorrectnessMeasures = Readonly<Record<CorrectnessMeasure, number>>;

/**
 * Logistic regression, fitted by bench/evaluation/fit-judge.ts on halves of EVOUNA (Wang et al. 2023); .5 has the best
 * kappa there.
 */
const BIAS = -2.768;
const WEIGHTS: CorrectnessMeasures = {
  recall: 2.855,
  verbatim: 1.907,
  numbers: 0.469,
  f1: 1.391,
  spelling: 0.597,
  evasive: -0.966,
  early: 1.077,
};

/** Words of an answer that are read. */
const MOST_WORDS = 2000;
/** Longer expected answers are no names, whose spelling may differ. */
const LONGEST_NAME = 80;
/** Characters by which a misspelt name may be longer or shorter. */
const LENGTH_DIFFERENCE = 4;
/** A word is a misspelling from here on. */
const MISSPELT = { likeness: 0.8, shortest: 4, lengthDifference: 2 };

/**
 * Estimated probability that the answer is right, from 0 to 1, with what it rests on. Of several right answers the
 * closest counts.
 */
export function judgeCorrectness(
  expected: readonly string[],
  answer: string,
): { readonly score: number; readonly measures: CorrectnessMeasures } | null {
  const measures = measureCorrectness(expected, answer);
  if (measures === null) return null;
  const sum = CORRECTNESS_MEASURES.reduce((total, measure) => total + WEIGHTS[measure] * measures[measure], BIAS);
  return { score: 1 / (1 + Math.exp(-sum)), measures };
}

/** `null` when the answer or every expected one has no word. */
export function measureCorrectness(expected: readonly string[], answer: string): CorrectnessMeasures | null {
  const language = guessLanguage(answer);
  const words = tokensOf(answer, language).slice(0, MOST_WORDS);
  if (words.length === 0) return null;
  const first = readSentences(answer, language)[0]?.tokens ?? [];
  const measured = expected
    .map((text) => ({ text, tokens: tokensOf(text, language) }))
    .filter(({ tokens }) => tokens.length > 0)
    .map(({ text, tokens }) => compare(text, tokens, { text: answer, words, first }));
  return measured.reduce<CorrectnessMeasures | null>(
    (best, next) => (best === null || closeness(next) > closeness(best) ? next : best),
    null,
  );
}

const closeness = ({ recall, verbatim, spelling }: CorrectnessMeasures): number => recall + verbatim + spelling;

interface Answer {
  readonly text: string;
  readonly words: readonly Token[];
  /** Words of its first sentence. */
  readonly first: readonly Token[];
}

function compare(text: string, wanted: readonly Token[], answer: Answer): CorrectnessMeasures {
  const content = wanted.filter(({ isContent }) => isContent);
  const asked = content.length > 0 ? content : wanted;
  const written = new Set(answer.words.map(({ stem }) => stem));
  const weight = asked.reduce((sum, { stem }) => sum + rarity(stem), 0) || 1;
  const recall = asked.reduce((sum, word) => sum + rarity(word.stem) * presence(word, written, answer.words), 0);
  const numbers = asked.filter(({ isNumber }) => isNumber);
  const found = asked.filter(({ stem }) => written.has(stem)).length;
  const contentWords = answer.words.filter(({ isContent }) => isContent).length;
  const opening = new Set(answer.first.map(({ stem }) => stem));
  return {
    recall: recall / weight,
    verbatim: spaced(answer.words).includes(spaced(wanted)) ? 1 : 0,
    numbers: numbers.length === 0 ? 1 : numbers.filter(({ stem }) => written.has(stem)).length / numbers.length,
    f1: (2 * found) / (asked.length + contentWords || 1),
    spelling: spelling(text, wanted.length, answer.words),
    evasive: isEvasive(answer.text) ? 1 : 0,
    early: asked.reduce((sum, { stem }) => sum + (opening.has(stem) ? rarity(stem) : 0), 0) / weight,
  };
}

const spaced = (words: readonly Token[]): string => ` ${words.map(plain).join(' ')} `;
const plain = ({ text, stem, isNumber }: Token): string => (isNumber ? stem : text.toLowerCase());

/** 1 for a word that the answer has; its likeness for one that it has misspelt. */
function presence(wanted: Token, written: ReadonlySet<string>, words: readonly Token[]): number {
  if (written.has(wanted.stem)) return 1;
  const name = wanted.text.toLowerCase();
  if (wanted.isNumber || name.length < MISSPELT.shortest) return 0;
  const candidates = new Set(words.map(({ text }) => text.toLowerCase()));
  let best = 0;
  for (const word of candidates) {
    if (word[0] !== name[0] || Math.abs(word.length - name.length) > MISSPELT.lengthDifference) continue;
    best = Math.max(best, likeness(word, name));
  }
  return best >= MISSPELT.likeness ? best : 0;
}

/** How alike a run of as many words of the answer is. */
function spelling(text: string, length: number, words: readonly Token[]): number {
  const name = text.toLowerCase();
  if (name.length > LONGEST_NAME) return 0;
  let best = 0;
  for (let start = 0; start + length <= words.length && best < 1; start++) {
    const run = words
      .slice(start, start + length)
      .map(plain)
      .join(' ');
    if (Math.abs(run.length - name.length) <= LENGTH_DIFFERENCE) best = Math.max(best, likeness(run, name));
  }
  return best;
}
