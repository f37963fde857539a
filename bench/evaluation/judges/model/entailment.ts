/**
 * What the scripted model thinks of a claim: by shared words, names and numbers. Simple on purpose, and the same for
 * all tools that ask it.
 */
import { readSentences } from '../../../../engines/evaluation/judges/built-in/sentences.ts';
import { tokensOf } from '../../../../engines/evaluation/judges/built-in/tokens.ts';
import type { Token } from '../../../../engines/evaluation/judges/built-in/tokens.ts';

export type Entailment = 'supported' | 'contradicted' | 'not_stated';

/**
 * Share of the words of a claim that a text has which supports it, and of those that a sentence has that speaks of the
 * same.
 */
const SUPPORTS = 0.8;
const SPEAKS_OF = 0.3;

/** The verdict on a claim, and the sentence that comes closest to it; `null` when none shares a word. */
export function judgeClaim(
  claim: string,
  texts: readonly string[],
): { readonly verdict: Entailment; readonly sentence: string | null } {
  const words = tokensOf(claim, 'en').filter(({ isContent }) => isContent);
  const all = stemsOf(texts.flatMap((text) => tokensOf(text, 'en')));
  const isExact = ({ isNumber, isCapital }: Token, index: number): boolean => isNumber || (isCapital && index > 0);
  const misses = words.some((word, index) => isExact(word, index) && !all.has(word.stem));
  let [best, sentence] = [0, null as string | null];
  for (const { text, tokens } of texts.flatMap((text) => readSentences(text, 'en'))) {
    const share = shareIn(stemsOf(tokens), words);
    if (share > best) [best, sentence] = [share, text];
  }
  if (shareIn(all, words) >= SUPPORTS && !misses) return { verdict: 'supported', sentence };
  return { verdict: best >= SPEAKS_OF && misses ? 'contradicted' : 'not_stated', sentence };
}

const stemsOf = (tokens: readonly Token[]): ReadonlySet<string> => new Set(tokens.map(({ stem }) => stem));

const shareIn = (stems: ReadonlySet<string>, words: readonly Token[]): number =>
  words.length === 0 ? 0 : words.filter(({ stem }) => stems.has(stem)).length / words.length;

/** The sentences of an answer that state something. */
export const statementsOf = (answer: string): string[] =>
  readSentences(answer, 'en')
    .filter(({ text, tokens }) => tokens.length > 0 && !text.endsWith('?') && !EVASION.test(text))
    .map(({ text }) => text);

const EVASION = /^(?:sorry|i do not know|i don't know|i cannot|there is no information|it is not known)\b/i;
