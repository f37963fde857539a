/** A single date as it is written, perhaps without its year or month: "12 March", "Q3 2024", "the 1990s". */
import { dayOf, months, partsOf, years, YEARS } from './period.ts';
import type { ClosedPeriod } from './period.ts';
import { areJoined, isJoined } from './tokens.ts';
import type { Token } from './tokens.ts';
import { MONTHS, ORDINALS, SEASONS } from './words.ts';

/** What is written of a date. */
export interface Part {
  /** `null`: not written. */
  readonly year: number | null;
  /** The first month, from 1; `null`: none. */
  readonly month: number | null;
  readonly day: number | null;
  /** How many months a quarter, a half or a season has, or years a decade or century. */
  readonly span: { readonly months: number } | { readonly years: number } | null;
  /** Of "03/04/2024", which is two dates: the other month. It is the day of this one. */
  readonly other: number | null;
  /** The index of the token behind it. */
  readonly next: number;
}

/** How days are to be read. */
export interface Reading {
  /** Whether "03/04/2024" is in April; `null`: not known. */
  readonly dayFirst: boolean | null;
}

const NOTHING = { year: null, month: null, day: null, span: null, other: null };

/** The date that begins at a token; `null` if none does. */
export function partAt(tokens: readonly Token[], at: number, reading: Reading): Part | null {
  return (
    isoAt(tokens, at) ??
    numericAt(tokens, at, reading) ??
    dayMonthAt(tokens, at) ??
    monthAt(tokens, at) ??
    quarterAt(tokens, at) ??
    seasonAt(tokens, at) ??
    longAt(tokens, at) ??
    yearAt(tokens, at)
  );
}

/**
 * The days of a date; without its year those of `year`. `null` if it is none, such as 31 February, or its year is not
 * known.
 */
export function periodOf(part: Part, year: number | null): ClosedPeriod | null {
  const of = part.year ?? year;
  if (of === null) return null;
  if (part.span !== null && 'years' in part.span) return years(of, of + part.span.years - 1);
  if (part.month === null) return part.day === null ? years(of) : null;
  if (part.day === null) return months(of, part.month, part.span?.months);
  const day = dayOf(of, part.month, part.day);
  if (partsOf(day).month !== part.month) return null;
  if (part.other === null) return { from: day, to: day };
  const other = dayOf(of, part.other, part.month);
  return { from: Math.min(day, other), to: Math.max(day, other) };
}

const isYear = (token: Token | undefined): token is Token & { number: number } =>
  token?.number !== null &&
  token !== undefined &&
  token.text.length === 4 &&
  token.number >= YEARS.from &&
  token.number < YEARS.to;
const isWithin = (token: Token | undefined, most: number): token is Token & { number: number } =>
  token?.number !== null && token !== undefined && token.text.length <= 2 && token.number >= 1 && token.number <= most;

/** "2024-03-12", "2024/03/12", "2024-03". */
function isoAt(tokens: readonly Token[], at: number): Part | null {
  const [year, sign, month, second, day] = tokens.slice(at, at + 5);
  if (!isYear(year) || !isWithin(month, 12) || month.text.length < 2 || !areJoined(tokens, at, 3)) return null;
  if (!/^[-/.]$/.test(sign?.text ?? '')) return null;
  const given = { ...NOTHING, year: year.number, month: month.number };
  if (second?.text === sign?.text && isWithin(day, 31) && areJoined(tokens, at, 5))
    return { ...given, day: day.number, next: at + 5 };
  const isLonger = isJoined(tokens, at + 3) && /^[-/0-9]/.test(second?.text ?? '');
  return sign?.text === '-' && !isLonger ? { ...given, next: at + 3 } : null;
}

/** "12.03.2024", "12/03/2024": with points the day is first. */
function numericAt(tokens: readonly Token[], at: number, { dayFirst }: Reading): Part | null {
  const [one, sign, two, second, year] = tokens.slice(at, at + 5);
  if (!isWithin(one, 31) || !isWithin(two, 31) || !isYear(year) || !areJoined(tokens, at, 5)) return null;
  if (!/^[-/.]$/.test(sign?.text ?? '') || sign?.text !== second?.text) return null;
  const known = sign?.text === '.' || one.number > 12 ? true : two.number > 12 ? false : dayFirst;
  const [day, month] = known === false ? [two.number, one.number] : [one.number, two.number];
  if (month > 12) return null;
  const other = known === null && day !== month ? day : null;
  return { ...NOTHING, year: year.number, month, day, other, next: at + 5 };
}

/** The index behind "th" or "." of a day's number. */
function behindDay(tokens: readonly Token[], at: number): number {
  return isJoined(tokens, at) && /^(?:st|nd|rd|th|\.)$/.test(tokens[at]?.text ?? '') ? at + 1 : at;
}

/** "12 March 2024", "12. März", "the 12th of March, 2024". */
function dayMonthAt(tokens: readonly Token[], at: number): Part | null {
  const day = tokens[at];
  if (!isWithin(day, 31)) return null;
  let next = behindDay(tokens, at + 1);
  if (tokens[next]?.text === 'of') next++;
  const month = MONTHS.get(tokens[next]?.text ?? '');
  if (month === undefined || !tokens[next]?.isCapital) return null;
  return { ...NOTHING, ...withYear(tokens, next + 1), month, day: day.number };
}

/** "March 2024", "March 12, 2024", and in a range "March" or "March 12". */
function monthAt(tokens: readonly Token[], at: number): Part | null {
  const month = MONTHS.get(tokens[at]?.text ?? '');
  if (month === undefined || !tokens[at]?.isCapital) return null;
  const next = tokens[at + 1]?.text === '.' && isJoined(tokens, at + 1) ? at + 2 : at + 1;
  const day = tokens[next];
  if (isWithin(day, 31))
    return { ...NOTHING, ...withYear(tokens, behindDay(tokens, next + 1)), month, day: day.number };
  return { ...NOTHING, ...withYear(tokens, next), month };
}

/** The year at an index, perhaps behind a comma or "of", and the index behind it. */
function withYear(tokens: readonly Token[], at: number): Pick<Part, 'year' | 'next'> {
  const from = tokens[at]?.text === ',' || tokens[at]?.text === 'of' ? at + 1 : at;
  const year = tokens[from];
  const isOther = isJoined(tokens, from + 1) && /^[0-9:]/.test(tokens[from + 1]?.text ?? '');
  return isYear(year) && !isOther ? { year: year.number, next: from + 1 } : { year: null, next: at };
}

/** "Q3 2024", "2024 Q3", "the third quarter of 2024", "3. Quartal 2024", "H1 2024", "the first half of 2024". */
function quarterAt(tokens: readonly Token[], at: number): Part | null {
  const [one, two, three] = tokens.slice(at, at + 3);
  const part = (unit: string | undefined, nth: number | undefined, year: Pick<Part, 'year' | 'next'>): Part | null => {
    const count = /^(?:q|quarter|quartal)$/.test(unit ?? '') ? 3 : /^(?:h|half|halbjahr)$/.test(unit ?? '') ? 6 : 0;
    if (count === 0 || nth === undefined || nth < 1 || nth > 12 / count || year.year === null) return null;
    return { ...NOTHING, ...year, month: (nth - 1) * count + 1, span: { months: count } };
  };
  if (isYear(one) && two?.text === 'q' && isWithin(three, 4) && isJoined(tokens, at + 2))
    return part('q', three.number, { year: one.number, next: at + 3 });
  if ((one?.text === 'q' || one?.text === 'h') && isWithin(two, 4) && isJoined(tokens, at + 1)) {
    const from = /^[/-]$/.test(three?.text ?? '') ? at + 3 : at + 2;
    return part(one.text, two.number, withYear(tokens, from));
  }
  const nth = isWithin(one, 4) ? one.number : ORDINALS.get(one?.text ?? '');
  const unit = isWithin(one, 4) ? behindDay(tokens, at + 1) : at + 1;
  return part(tokens[unit]?.text, nth, withYear(tokens, unit + 1));
}

/** "spring 2024", "the winter of 1941". */
function seasonAt(tokens: readonly Token[], at: number): Part | null {
  const month = SEASONS.get(tokens[at]?.text ?? '');
  if (month === undefined) return null;
  const year = withYear(tokens, at + 1);
  return year.year === null ? null : { ...NOTHING, ...year, month, span: { months: 3 } };
}

/** "the 1990s", "1990er Jahre", "the 19th century", "19. Jahrhundert". */
function longAt(tokens: readonly Token[], at: number): Part | null {
  const one = tokens[at];
  if (one?.number === undefined || one.number === null) return null;
  const suffix = isJoined(tokens, at + 1) ? tokens[at + 1]?.text : undefined;
  if (isYear(one) && one.number % 10 === 0 && (suffix === 's' || suffix === 'er')) {
    return { ...NOTHING, year: one.number, span: { years: 10 }, next: at + 2 };
  }
  const unit = behindDay(tokens, at + 1);
  const isCentury = /^(?:century|centuries|jahrhundert|jahrhunderts)$/.test(tokens[unit]?.text ?? '');
  if (!isCentury || one.number < 1 || one.number > 22) return null;
  return { ...NOTHING, year: 100 * (one.number - 1) + 1, span: { years: 100 }, next: unit + 1 };
}

/** Words before a number that make a year of it. */
const BEFORE_YEAR = new Set(
  `in since from until till by of during before after around circa c ca early late mid year years to through between and spring summer
   seit von bis im um nach vor jahr jahre jahres ab anno ende anfang mitte zwischen und for fy ( [ – — -`.split(/\s+/),
);
/** What counts things behind a number, and money before it. */
const NO_YEAR =
  /^(?:%|percent|people|employees|members|km|m|kg|pages?|euros?|dollars?|pounds?|units?|mitarbeiter|personen|menschen|°)$/;

/** A number that is a year by itself, or behind a word that says so. */
function yearAt(tokens: readonly Token[], at: number): Part | null {
  const year = tokens[at];
  if (!isYear(year)) return null;
  const [before, behind] = [tokens[at - 1], tokens[at + 1]];
  const digits = (index: number): boolean => tokens[index]?.number !== null && tokens[index] !== undefined;
  if (isJoined(tokens, at) && (digits(at - 2) ? /^[.,:/]$/ : /^[$€£#_./:]$|^\p{L}/u).test(before?.text ?? ''))
    return null;
  if (
    isJoined(tokens, at + 1) &&
    (/^[%_]$|^\p{L}/u.test(behind?.text ?? '') ||
      (/^[.,:]$/.test(behind?.text ?? '') && isJoined(tokens, at + 2) && digits(at + 2)))
  )
    return null;
  if (NO_YEAR.test(behind?.text ?? '') || /^[$€£#]$/.test(before?.text ?? '')) return null;
  const isModern = year.number >= 1900 && year.number < 2100;
  return isModern || before === undefined || BEFORE_YEAR.has(before.text)
    ? { ...NOTHING, year: year.number, next: at + 1 }
    : null;
}
