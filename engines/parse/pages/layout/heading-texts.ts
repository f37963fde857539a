/** Texts that are no headings, however they look: sentences, captions, addresses, dates. */

import { BULLET, TICK, CAPTION } from '../lines/patterns.ts';

/** Minimum letters of a heading. */
const MIN_LETTERS = 2; // normal_4pages: same at 1, +.004 at 3

/** Two characters of a script without spaces count as a word. */
export const wordCount = (text: string): number =>
  text.split(/\s+/).length + Math.floor((text.match(UNSPACED)?.length ?? 0) / 2);

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

export const letterCount = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/** An ellipsis is a title that was cut off, not the end of a sentence. */
export const endsSentence = (text: string): boolean =>
  /[.:。：]$/.test(text) && !/(\b(etc|vs)|\.\s?\.\s?)\.$/.test(text);

/** A name of program text. */
export const isIdentifier = (text: string): boolean => /^\p{Ll}\S*$/u.test(text);

export const isAllCaps = (text: string): boolean => /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text);

const WEB_ADDRESS = /https?:\/\/|^www\.|^[\w-]+(\.[\w-]+)+\/\S/i;
const COPYRIGHT = /©|\(c\) ?\d{4}|\bcopyright \d{4}|\ball rights reserved\b/i;
const BYLINE = /^by\s+\p{Lu}/iu;
const CONTACT = /\w@\w|\b(tel|telephone|telefon|telefax|phone|fax)\b[.:\s]*[+(\d]|\b[A-Z]{2}\.?\s+\d{5}(-\d{4})?$/i;

const isCaption = (text: string): boolean =>
  CAPTION.test(text) && /\d/.test(text.slice(0, 14)) && !/^table of/i.test(text);

/** Blanks to fill in, or dots up to a page number. */
const BLANK = /_{3}|\.{4}|…{2}/;

/** Not even a title of the outline. */
export const isNoTitle = (text: string): boolean =>
  BULLET.test(text) ||
  TICK.test(text) ||
  BLANK.test(text) ||
  /[,;，；、]$/.test(text) ||
  letterCount(text) < MIN_LETTERS;

/** For texts that nothing but their look makes headings. */
export const isOtherText = (text: string): boolean =>
  isCaption(text) ||
  WEB_ADDRESS.test(text) ||
  CONTACT.test(text) ||
  COPYRIGHT.test(text) ||
  BYLINE.test(text) ||
  isFormula(text) ||
  isDay(text);

const RELATION = /[=≠≤≥<>≈≡∼≃≅∝∈∉⊂⊆→⇒⇔↦∑∏∫∂∇√±]/;
const WORD = /\p{L}{3,}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const WORDS_OF_FORMULAS: ReadonlySet<string> = new Set(
  'sin cos tan log exp max min lim det mod arg sup inf dim ker var cov and for where with otherwise'.split(' '),
);

/** Signs of a relation or an operation, and no words but names of functions. */
const isFormula = (text: string): boolean =>
  RELATION.test(text) && (text.match(WORD) ?? []).every((word) => WORDS_OF_FORMULAS.has(word.toLowerCase()));

/** Two to four capitalised words or initials, with a mark such as the number of a note. */
const NAME = /^\p{Lu}[\p{L}'’.-]*( (\p{Lu}[\p{L}'’.-]*|de|da|di|du|la|van|von|der|den)){1,3}( ?[\d*†‡§¶]{1,3})?$/u;

/** Names of several persons: authors. */
export function areNames(text: string): boolean {
  const names = text.split(/, (?:and |& )?| (?:and|&) /);
  return names.length > 1 && names.every((name) => NAME.test(name));
}

/** The name of one person, with a mark. */
export const isMarkedPerson = (text: string): boolean => NAME.exec(text)?.[3] !== undefined;

/** A month or a day, with or without the time, in a language of which ICU has the names. */
export const isDate = (text: string): boolean => numbersOfDate(text) > 0;

const isDay = (text: string): boolean => numbersOfDate(text) > 1;

/** How many numbers a date has; 0 for other texts. */
function numbersOfDate(text: string): number {
  const parts = text
    .toLowerCase()
    .split(/[\s,./:–-]+/)
    .filter((part) => part !== '');
  if (parts.length < 2 || parts.length > MAX_DATE_PARTS) return 0;
  if (!parts.every((part) => NUMBER.test(part) || DATE_WORDS.has(part))) return 0;
  return parts.filter((part) => NUMBER.test(part)).length;
}

const NUMBER = /^\d{1,4}(st|nd|rd|th|er|º)?(am|pm|h)?$/;
const MAX_DATE_PARTS = 14; // a weekday, a day and two times
const DATE_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv'];

const DATE_WORDS: ReadonlySet<string> = new Set([
  'am',
  'pm',
  'a',
  'p',
  'm',
  'at',
  'of',
  'the',
  'de',
  'del',
  'le',
  'den',
  'der',
  'um',
  'uhr',
  'à',
  ...DATE_LANGUAGES.flatMap((language) => [...namesIn(language, 'month', 12), ...namesIn(language, 'weekday', 7)]),
]);

/** The long and the short names of the first `count` months or days. */
function namesIn(language: string, unit: 'month' | 'weekday', count: number): string[] {
  return (['long', 'short'] as const).flatMap((length) => {
    const format = new Intl.DateTimeFormat(language, { [unit]: length, timeZone: 'UTC' });
    return Array.from({ length: count }, (_, index) => {
      const date = new Date(unit === 'month' ? Date.UTC(2024, index) : Date.UTC(2024, 0, index + 1));
      return format.format(date).toLowerCase().replace('.', '');
    });
  });
}
