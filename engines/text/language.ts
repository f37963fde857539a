/** The language of a text, guessed from its script and its function words. */
import { LANGUAGES, STOP_WORDS, type Language } from './stop-words.ts';
import { lower, words } from './words.ts';

/** More words than these change no guess. */
const WORDS_READ = 400;
/** A language whose script no other one here has. */
const BY_SCRIPT: readonly (readonly [RegExp, Language])[] = [
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Devanagari}/u, 'hi'],
];

/** Languages that write every noun with a capital: there, one capital says nothing of names. */
export const CAPITAL_NOUNS: ReadonlySet<Language> = new Set(['de']);

/** A language leads only with this many times the words of the one that is expected. */
const LEAD = 1.5;

/**
 * The language whose function words are the most frequent in the first 400 words of a text; `otherwise`, if no other
 * one clearly leads, as in a question of names alone or a table. Single letters, and words with a capital after the
 * first word, count for none: they are initials and names such as "Los Angeles". Nor does the first word before another
 * capital: "ada" is Indonesian, "Ada Lovelace" is a name. In German it counts, because every noun has a capital.
 */
export function guessLanguage(text: string, otherwise: Language = 'en'): Language {
  const found = new Map<Language, number>();
  const add = (language: Language): unknown => found.set(language, (found.get(language) ?? 0) + 1);
  const read = firstWords(text);
  const isBeforeCapital = isCapital(read[1] ?? '');
  for (const [index, word] of read.entries()) {
    const script = BY_SCRIPT.find(([letters]) => letters.test(word));
    if (script !== undefined) add(script[1]);
    if (/^.$/u.test(word) || (index > 0 && isCapital(word))) continue;
    const plain = lower(word);
    for (const language of LANGUAGES) {
      if (index === 0 && isCapital(word) && isBeforeCapital && !CAPITAL_NOUNS.has(language)) continue;
      if (STOP_WORDS[language].has(plain)) add(language);
    }
  }
  const [first, second] = [...found].sort(([, a], [, b]) => b - a);
  if (first === undefined || first[1] === second?.[1]) return otherwise;
  return first[1] >= LEAD * (found.get(otherwise) ?? 0) ? first[0] : otherwise;
}

const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word);

function firstWords(text: string): string[] {
  const read: string[] = [];
  for (const word of words(text)) {
    if (read.push(word.text) === WORDS_READ) break;
  }
  return read;
}
