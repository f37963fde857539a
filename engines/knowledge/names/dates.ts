/** Months and days, which are written like names in some languages. */

const DATE_WORDS = new Set(
  `january february march april may june july august september october november december monday tuesday wednesday thursday friday
   saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays jan feb mar apr jun jul aug sep sept oct nov dec januar februar marz mai juni juli oktober dezember montag dienstag
   mittwoch donnerstag freitag samstag sonntag`.split(/\s+/),
);

/** Whether a normal form has the name of a month or a day. */
export const hasDateWord = (name: string): boolean => name.split(' ').some((word) => DATE_WORDS.has(word));

/** Whether a normal form is a date or a number and nothing else, such as "may 2011". */
export const isDate = (name: string): boolean =>
  name.split(' ').every((word) => /^\p{N}+(?:st|nd|rd|th)?$/u.test(word) || DATE_WORDS.has(word));
