/**
 * The languages that can be recognized: those whose scripts the recognition model or one of Tesseract's
 * (models/tesseract.ts) knows.
 */

import { ServiceError } from '../../../../errors/index.ts';

/** By their codes (ISO 15924), with names for people. */
const SCRIPTS: ReadonlyMap<string, string> = new Map([
  ['Latn', 'Latin'],
  ['Hans', 'Chinese'],
  ['Hant', 'Chinese'],
  ['Hani', 'Chinese'],
  ['Jpan', 'Japanese'],
  ['Hira', 'Japanese'],
  ['Kana', 'Japanese'],
  ['Kore', 'Korean'],
  ['Hang', 'Korean'],
  ['Cyrl', 'Cyrillic'],
  ['Grek', 'Greek'],
  ['Arab', 'Arabic'],
  ['Deva', 'Devanagari'],
]);
const NAMES = [...new Set(SCRIPTS.values())];

/** What can be recognized, for people. */
export const KNOWN_SCRIPTS = `The models know ${NAMES.join(', ')}.`;

/** Throws `unsupported_script` when none of the expected languages (BCP 47) can be recognized. */
export function checkLanguages(languages: readonly string[]): void {
  if (languages.length === 0 || languages.some((tag) => SCRIPTS.has(scriptOf(tag)))) return;
  throw unsupportedScript('None of the given languages can be recognized.', { languages: [...languages] });
}

/** Says which scripts can be recognized. */
export function unsupportedScript(message: string, details: Readonly<Record<string, unknown>> = {}): ServiceError {
  return new ServiceError('unsupported_script', `${message} ${KNOWN_SCRIPTS}`, { ...details, supported: NAMES });
}

/** The usual script of a language. */
const scriptOf = (tag: string): string => new Intl.Locale(tag).maximize().script ?? 'Latn';
