/**
 * Names, numbers and question words of a text. Texts with other ones ask for other things, however near their vectors
 * are.
 */
import { readSentences } from '../../evaluation/judges/built-in/index.ts';
import type { Token } from '../../evaluation/judges/built-in/index.ts';
import { CAPITAL_NOUNS, guessLanguage } from '../../text/language.ts';
import { stem } from '../../text/stems.ts';

export interface NamedText {
  /**
   * Stems of the numbers, and of the words with a capital. In German these are all nouns, which names cannot be told
   * from.
   */
  readonly names: ReadonlySet<string>;
  /** Stems of all words. */
  readonly words: ReadonlySet<string>;
  /** Question words that say what is asked for. */
  readonly asked: ReadonlySet<string>;
}

/** A capital anywhere: without one, names cannot be told from other words. */
const CAPITAL = /\p{Lu}/u;

/** German nouns that only ask, as in "In welchem Jahr". */
const ASKING_NOUNS: ReadonlySet<string> = new Set(
  ['jahr', 'zeitpunkt', 'ort', 'person', 'name', 'anzahl', 'zahl'].map((noun) => stem(noun, 'de')),
);

/** By the one that stands for all of a kind. English and German; "what" and "which" ask for anything. */
const QUESTION_WORDS: ReadonlyMap<string, string> = new Map([
  ...['when', 'where', 'why', 'how', 'who', 'wann', 'wo', 'wie'].map((word) => [word, word] as const),
  ...['whom', 'whose'].map((word) => [word, 'who'] as const),
  ...['wer', 'wen', 'wem', 'wessen'].map((word) => [word, 'wer'] as const),
  ...['warum', 'wieso', 'weshalb'].map((word) => [word, 'warum'] as const),
]);

/**
 * `null` for a text whose names cannot be seen: it has no capital letter, as in Chinese or where all is written small.
 */
export function readNames(text: string): NamedText | null {
  if (!CAPITAL.test(text)) return null;
  const language = guessLanguage(text);
  const sentences = readSentences(text, language).map(({ tokens }) => tokens);
  const isNamed = CAPITAL_NOUNS.has(language) ? isNoun : isName;
  const names = sentences.flatMap((tokens) => tokens.filter((token, at) => isNamed(token, at, tokens[at + 1])));
  const stems = (tokens: readonly Token[]): ReadonlySet<string> => new Set(tokens.map((token) => token.stem));
  const asked = sentences.flat().flatMap(({ text: word }) => QUESTION_WORDS.get(word.toLowerCase()) ?? []);
  return { names: stems(names), words: stems(sentences.flat()), asked: new Set(asked) };
}

/** A number, or a word with a capital that does not open the sentence, unless another one follows. */
function isName({ isCapital, isContent, isNumber }: Token, at: number, next: Token | undefined): boolean {
  return isNumber || (isContent && isCapital && (at > 0 || next?.isCapital === true));
}

/** As `isName`, where any word may come before a capital. */
const isNoun = (token: Token, at: number): boolean => isName(token, at, undefined) && !ASKING_NOUNS.has(token.stem);

/**
 * Whether each text has the names and numbers of the other one, in any place, and they have a question word in common,
 * if both have one.
 */
export function canBeSame(a: NamedText, b: NamedText): boolean {
  const askAlike = a.asked.size === 0 || b.asked.size === 0 || [...a.asked].some((word) => b.asked.has(word));
  return askAlike && isWithin(a.names, b) && isWithin(b.names, a);
}

const isWithin = (names: ReadonlySet<string>, { words }: NamedText): boolean =>
  [...names].every((name) => words.has(name));
