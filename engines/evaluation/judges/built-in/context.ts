/** The texts that an answer is compared with, read once for all of its claims. */
import { guessLanguage } from '../../../text/language.ts';
import type { Language } from '../../../text/stop-words.ts';
import { isNegated } from './negation.ts';
import { Overlap } from './overlap.ts';
import { readSentences } from './sentences.ts';
import type { Sentence } from './sentences.ts';
import { StemSet } from './stems.ts';

export interface ContextSentence extends Sentence {
  /** Index of its text. */
  readonly context: number;
  readonly isNegated: boolean;
}

export interface Context {
  readonly language: Language;
  readonly sentences: readonly ContextSentence[];
  /** With each of the sentences. */
  readonly overlap: Overlap;
  readonly stems: StemSet;
  /** Pairs of stems, the second at most {@link WINDOW} content words behind the first; see {@link pairOf}. */
  readonly pairs: ReadonlySet<string>;
}

const WINDOW = 3;

export const pairOf = (first: string, second: string): string => `${first} ${second}`;

export function readContext(texts: readonly string[]): Context {
  const language = guessLanguage(texts.join('\n'));
  const sentences = texts.flatMap((text, context) =>
    readSentences(text, language).map((sentence): ContextSentence => ({
      ...sentence,
      context,
      isNegated: isNegated(sentence.text),
    })),
  );
  const stemsOf = sentences.map(contentStems);
  const pairs = new Set<string>();
  for (const stems of stemsOf) {
    for (const [index, first] of stems.entries()) {
      for (const second of stems.slice(index + 1, index + 1 + WINDOW)) pairs.add(pairOf(first, second));
    }
  }
  return { language, sentences, overlap: new Overlap(stemsOf), stems: new StemSet(stemsOf.flat()), pairs };
}

/** In the order of the sentence. */
export const contentStems = ({ tokens }: Pick<Sentence, 'tokens'>): string[] =>
  tokens.filter(({ isContent }) => isContent).map(({ stem }) => stem);
