/** Phrases that say when. English. */

export const MONTHS: ReadonlySet<string> = new Set(
  'January February March April May June July August September October November December'.split(' '),
);
/** A month and a day of a month, as parts of patterns. */
export const MONTH = `(?:${[...MONTHS].join('|')})`;
const YEAR = '(?:1\\d{3}|20\\d{2}|\\d{1,4} (?:AD|BC|BCE|CE))';
export const DAY = '\\d{1,2}(?:st|nd|rd|th)?';
const ONE =
  '(?:(?:the )?(?:early|late|mid|mid-|around|about|spring of|summer of|autumn of|fall of|winter of|end ' +
  'of|beginning of) ?)?' +
  `(?:(?:the )?${MONTH} ${DAY}, ?|(?:the )?${DAY}(?: of)? ${MONTH},? |${MONTH}(?: of)?,? |(?:the ` +
  ')?(?:spring|summer|autumn|fall|winter) (?:of )?)?';
const WHEN_PATTERN =
  `^(?:${ONE}${YEAR}|the (?:early |late |mid-?)?(?:1\\d{3}|20\\d{2})s|the (?:early |late ` +
  `|mid-?)?\\d{1,2}(?:st|nd|rd|th)[ -]century|between ${ONE}${YEAR} and ${ONE}${YEAR})$`;
const WHEN = new RegExp(WHEN_PATTERN);

/** Whether a text is a date with a year, a decade or a century, and nothing else. */
export const isWhen = (text: string): boolean => text.length <= LONGEST_DATE && WHEN.test(text);

const LONGEST_DATE = 60;

const DATE_PATTERN = `\\b(?:${MONTH} ${DAY}, (?:1\\d{3}|20\\d{2})|(?:${DAY} )?${MONTH} (?:1\\d{3}|20\\d{2}))\\b`;
/** What dates are found by in running text: a day or month with its year, or a year. */
export const DATE_IN_TEXT = new RegExp(DATE_PATTERN, 'g');
