/** Stems by Snowball's algorithms: Porter2 for English, and one for each other language. */
import { createStemmer } from 'multilingual-stemmer';
import { LANGUAGES, type Language } from './stop-words.ts';

/** Code units. A stem's cost grows with the square of the word; what is longer is no word of a language. */
const LONGEST_STEMMED = 40;
const MOST_REMEMBERED = 50_000;

const stemmers = new Map(LANGUAGES.map((language) => [language, remembered(createStemmer(language))]));

/** `word` is in lower case. A number or a word of over 40 characters is its own stem. */
export function stem(word: string, language: Language): string {
  if (word.length > LONGEST_STEMMED || /\p{N}/u.test(word)) return word;
  return stemmers.get(language)?.(word) ?? word;
}

function remembered(stemmer: (word: string) => string): (word: string) => string {
  const known = new Map<string, string>();
  return (word) => {
    let found = known.get(word);
    if (found === undefined) {
      if (known.size >= MOST_REMEMBERED) known.clear();
      // A word that is all ending has no stem left.
      found = stemmer(word) || word;
      known.set(word, found);
    }
    return found;
  };
}
