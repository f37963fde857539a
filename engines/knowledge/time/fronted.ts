/** A time that opens a sentence, before its subject: "In May 2012 Ida Moll …". */
import { datesIn } from './dates-in.ts';
import { tokensOf } from './tokens.ts';
import type { Token } from './tokens.ts';
import { MONTHS } from './words.ts';

/** What puts a time in front of a sentence, in the languages whose names are read. */
const PREPOSITIONS = new Set(
  `in on since from until till through throughout before after during between around circa by for as im am seit ab von bis vor nach um
   zwischen en depuis vers dès desde hasta hacia nel dal fino em até w od do po przed sinds tot`.split(/\s+/),
);
/** Between the preposition and the date. */
const BETWEEN = /^(?:the|of|end|beginning|early|late|mid|about|around|year|years|dem|den|der|ende|anfang|mitte|jahr)$/;
/** Before these a mere year is rather the beginning of a name: "On 2020 Vision". */
const OF_DAYS = new Set(['on', 'am']);
/** Code units that are read: no such time is longer. */
const LONGEST = 80;
/** Where dates lie does not depend on the day on which they are read. */
const ANY_DAY = { written: 0, dayFirst: null };

/**
 * The index of what follows the time that opens a text, and its comma; 0 if none does. It is a date behind a
 * preposition, or one told from now, such as "Last year". "In March" and "In 20th Century" may go on as a name: a
 * capital needs a year or a day beside it.
 */
export function frontedTime(text: string): number {
  const read = text.slice(0, LONGEST);
  const [date] = datesIn(read, ANY_DAY);
  if (date === undefined) return 0;
  const written = read.slice(date.start, date.end);
  const before = tokensOf(read.slice(0, date.start));
  const isFronted = before.length === 0 ? /^\p{Lu}\p{Ll}* \p{Ll}/u.test(written) : leadsTo(before, written);
  return isFronted ? date.end + (/^,?\s*/.exec(text.slice(date.end))?.[0].length ?? 0) : 0;
}

function leadsTo([preposition, ...between]: readonly Token[], date: string): boolean {
  if (preposition === undefined || !PREPOSITIONS.has(preposition.text)) return false;
  if (!between.every(({ text }) => BETWEEN.test(text))) return false;
  if (/\d/.test(date) && tokensOf(date).some(({ text }) => MONTHS.has(text))) return true;
  return !OF_DAYS.has(preposition.text) && (/\d{4}/.test(date) || !/\p{Lu}/u.test(date));
}
