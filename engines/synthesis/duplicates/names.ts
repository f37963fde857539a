/** Names and numbers of a text. Texts with other ones ask for other things, however near their vectors are. */
import { readSentences } from '../../evaluation/judges/built-in/sentences.ts';
import type { Token } from '../../evaluation/judges/built-in/tokens.ts';
import { guessLanguage } from '../../text/language.ts';

export interface NamedText {
  /** Stems of the words with a capital, those that open a sentence before a word without one excepted, and of the numbers. */
  readonly names: ReadonlySet<string>;
  /** Stems of all words. */
  readonly words: ReadonlySet<string>;
}

/** A capital anywhere: without one, names cannot be told from other words. */
const CAPITAL = /\p{Lu}/u;

/** `null` for a text whose names cannot be seen: it has no capital letter, as in Chinese or where all is written small. */
export function readNames(text: string): NamedText | null {
  if (!CAPITAL.test(text)) return null;
  const sentences = readSentences(text, guessLanguage(text)).map(({ tokens }) => tokens);
  const names = sentences.flatMap((tokens) => tokens.filter((token, at) => isName(token, at, tokens[at + 1])));
  const stems = (tokens: readonly Token[]): ReadonlySet<string> => new Set(tokens.map(({ stem }) => stem));
  return { names: stems(names), words: stems(sentences.flat()) };
}

function isName({ isCapital, isContent, isNumber }: Token, at: number, next: Token | undefined): boolean {
  if (!isContent) return false;
  return isNumber || (isCapital && (at > 0 || next?.isCapital === true));
}

/** Whether each text has the names and numbers of the other one, in any place. */
export const shareNames = (a: NamedText, b: NamedText): boolean => isWithin(a.names, b) && isWithin(b.names, a);

const isWithin = (names: ReadonlySet<string>, { words }: NamedText): boolean =>
  [...names].every((name) => words.has(name));
