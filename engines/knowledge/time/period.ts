/** Periods of days. A day is a whole number, counted from 1970-01-01 (UTC, Gregorian calendar). */

/** From the first to the last day, both included; `null`: open on that side. */
export interface Period {
  readonly from: number | null;
  readonly to: number | null;
}

/** A period with both ends. */
export interface ClosedPeriod extends Period {
  readonly from: number;
  readonly to: number;
}

const DAY_MS = 86_400_000;

/** The day of a date, whose month counts from 1; months and days beyond their limits carry over. */
export function dayOf(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime() / DAY_MS;
}

/** Year, month (from 1) and day of the month. */
export function partsOf(day: number): { readonly year: number; readonly month: number; readonly day: number } {
  const date = new Date(day * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/**
 * The years of dates, the last one not included: a number beyond them is rather none, and a way that leads beyond them
 * no date.
 */
export const YEARS = { from: 1000, to: 2200 } as const;

/** As in "2024-03-12". */
export const isoOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, -14);

export const today = (): number => Math.floor(Date.now() / DAY_MS);

/** Whole months from a month of a year. */
export function months(year: number, month: number, count = 1): ClosedPeriod {
  return { from: dayOf(year, month, 1), to: dayOf(year, month + count, 0) };
}

/** Whole years. */
export const years = (first: number, last = first): ClosedPeriod => months(first, 1, 12 * (last - first + 1));

/** Whether two periods have a day in common. */
export function overlap(a: Period, b: Period): boolean {
  return (a.from ?? -Infinity) <= (b.to ?? Infinity) && (b.from ?? -Infinity) <= (a.to ?? Infinity);
}

/**
 * Whether one is over when the other begins. "Until 2014" and "from 2014" name the year of the change: so they do with
 * one day or month in common.
 */
export function follow(a: Period, b: Period): boolean {
  if (!overlap(a, b)) return true;
  const [first, second] = (a.from ?? -Infinity) < (b.from ?? -Infinity) ? [a, b] : [b, a];
  if (first.to === null || second.from === null || first.from === second.from) return false;
  return first.to < (second.to ?? Infinity) && isOneUnit(second.from, first.to);
}

/** Whether days are one day, a whole month or a whole year. */
function isOneUnit(first: number, last: number): boolean {
  const { year, month } = partsOf(first);
  return [{ from: first, to: first }, months(year, month), years(year)].some(
    ({ from, to }) => from === first && to === last,
  );
}
