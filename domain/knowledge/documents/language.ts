import { LANGUAGES } from '../../../engines/text/stop-words.ts';
import type { Language } from '../../../engines/text/stop-words.ts';

/**
 * The language by which the words of a document are stemmed: its own if there is a stemmer for it, otherwise English.
 */
export function languageOf(stored: string | null): Language {
  return LANGUAGES.find((language) => language === stored) ?? 'en';
}
