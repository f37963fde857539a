/** Lexemes: the forms under which words are indexed and asked for. */
import { stem } from '../../text/stems.ts';
import { STOP_WORDS, type Language } from '../../text/stop-words.ts';
import { isUnspaced, lower, withoutAccents, words } from '../../text/words.ts';

/** Code units, of which a lexeme keeps the first. Postgres takes 2,046 bytes. */
const LONGEST_LEXEME = 64;

interface Lexemes {
  /**
   * Of each lexeme the places of its words, counted from 1, stop words included. A lexeme has letters, digits and marks
   * only.
   */
  readonly positions: ReadonlyMap<string, readonly number[]>;
  /** How many places there are: the length of the text for BM25. */
  readonly length: number;
}

/**
 * Stems without accents, in lower case, without stop words. Scripts that separate no words, such as Chinese, yield
 * pairs of neighbouring characters.
 */
export function lexemes(text: string, language: Language): Lexemes {
  const positions = new Map<string, number[]>();
  let place = 0;
  let length = 0;
  for (const { text: word } of words(text)) {
    for (const lexeme of lexemesOfWord(word, language)) {
      place++;
      if (lexeme === null) continue;
      length++;
      const places = positions.get(lexeme);
      if (places === undefined) positions.set(lexeme, [place]);
      else places.push(place);
    }
  }
  return { positions, length };
}

/**
 * What a word is indexed as; null stands for a stop word. A character such as ½ is several words: 1 and 2. An accent
 * alone is nothing.
 */
export function lexemesOfWord(word: string, language: Language): readonly (string | null)[] {
  return Array.from(words(lower(word))).flatMap(({ text: plain }) => {
    if (isUnspaced(plain)) return pairs(plain);
    if (STOP_WORDS[language].has(plain)) return [null];
    return cut(withoutAccents(stem(plain, language))) || [];
  });
}

function pairs(word: string): string[] {
  const characters = Array.from(word);
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
}

/** A half character at the cut is left out. */
const cut = (lexeme: string): string =>
  lexeme.length <= LONGEST_LEXEME ? lexeme : lexeme.slice(0, LONGEST_LEXEME).replace(/[\ud800-\udbff]$/, '');
