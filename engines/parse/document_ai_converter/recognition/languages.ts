/**
 * The languages that can be recognized: those whose scripts the recognition model or one of Tesseract's
 * (models/tesseract.ts) knows.
 */

import { ServiceError } from '../../../../errors/index.ts';

const SCRIPTS: ReadonlySet<string> = new Set([
  'Latn',
  'Hans',
  'Hant',
  'Hani',
  'Jpan',
  'Hira',
  'Kana',
  'Kore',
  'Hang',
  'Cyrl',
  'Grek',
  'Arab',
  'Deva',
]);

/** Throws `unsupported_script` when none of the expected languages (BCP 47) can be recognized. */
export function checkLanguages(languages: readonly string[]): void {
  if (languages.length === 0 || languages.some((tag) => SCRIPTS.has(scriptOf(tag)))) return;
  throw new ServiceError('unsupported_script', 'None of the given languages can be recognized.', {
    languages: [...languages],
  });
}

/** The usual script of a language. */
const scriptOf = (tag: string): string => new Intl.Locale(tag).maximize().script ?? 'Latn';
