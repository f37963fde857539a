/** Dates that are told from another day: "yesterday", "last year", "three days later". */
import { YEARS, dayOf, months, partsOf, years } from './period.ts';
import type { ClosedPeriod } from './period.ts';
import type { Token } from './tokens.ts';
import { DAY_WORDS, NUMBERS, SHIFTS, UNITS } from './words.ts';
import type { Unit } from './words.ts';

export interface RelativeDate {
  readonly period: ClosedPeriod;
  /** The index of the token behind it. */
  readonly next: number;
}

/** Days from which others are told. */
export interface Known {
  /** When the text was written. */
  readonly written: number | null;
  /** The last day of the date before. */
  readonly before: number | null;
}

/** Longest way from a day, in units: what is farther is no date. */
const FARTHEST = 1000;

/** The relative date that begins at a token; `null` if none does, or what it is told from is not known. */
export function relativeAt(tokens: readonly Token[], at: number, known: Known): RelativeDate | null {
  const [one, two, three, four] = tokens.slice(at, at + 4);
  const told = (from: number | null, count: number, unit: Unit | undefined, length: number): RelativeDate | null => {
    if (from === null || unit === undefined) return null;
    const period = shifted(from, count, unit);
    const { year } = partsOf(period.from);
    return year >= YEARS.from && year < YEARS.to ? { period, next: at + length } : null;
  };
  const days = one?.isCapital && at > 0 ? undefined : DAY_WORDS.get(one?.text ?? '');
  if (days !== undefined) return told(known.written, days, 'day', 1);
  const shift = SHIFTS.get(one?.text ?? '');
  if (shift !== undefined && two?.text !== 'days') return told(known.written, shift, UNITS.get(two?.text ?? ''), 2);
  // "vor drei Tagen"
  const isBefore = one?.text === 'vor';
  const [number, word] = isBefore ? [two, three] : [one, two];
  const count = number?.number ?? NUMBERS.get(number?.text ?? '');
  const unit = UNITS.get(word?.text ?? '');
  if (count === undefined || unit === undefined || count > FARTHEST) return null;
  if (isBefore) return told(known.written, -count, unit, 3);
  if (three?.text === 'ago') return told(known.written, -count, unit, 3);
  if (/^(?:later|afterwards|später|danach)$/.test(three?.text ?? '')) return told(known.before, count, unit, 3);
  if (/^(?:earlier|zuvor)$/.test(three?.text ?? '')) return told(known.before, -count, unit, 3);
  return three?.text === 'after' && four?.text === 'that' ? told(known.before, count, unit, 4) : null;
}

/** The unit that is so many units away from a day's own. Weeks begin on Monday. */
function shifted(from: number, count: number, unit: Unit): ClosedPeriod {
  const { year, month, day } = partsOf(from);
  if (unit === 'day') return { from: from + count, to: from + count };
  if (unit === 'year') return years(year + count);
  if (unit === 'month') return months(year, month + count);
  if (unit === 'quarter') return months(year, 3 * Math.floor((month - 1) / 3) + 1 + 3 * count, 3);
  // 1970-01-01 was a Thursday.
  const monday = dayOf(year, month, day) - ((((from + 3) % 7) + 7) % 7) + 7 * count;
  return { from: monday, to: monday + 6 };
}
