/** Times, durations and rules of repetition (iCalendar, RFC 5545), as words. */
import { plain, type Property } from './properties.ts';

/** The times of a property, which may list several: `20240510T140000Z` is `2024-05-10 14:00 UTC`. */
export function shownTimes({ value, parameters }: Property): string {
  const zone = parameters.get('TZID') ?? '';
  return value
    .split(',')
    .map((time) => {
      const [start = '', end] = time.split('/');
      return end === undefined ? shownTime(start, zone) : `${shownTime(start, zone)} – ${shownTime(end, zone)}`;
    })
    .join(', ');
}

/** A time without zone is the reader's own. */
function shownTime(value: string, zone: string): string {
  const [, year, month, day, hour, minute, utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?$/.exec(value.trim()) ?? [];
  if (year === undefined) return shownDuration(value);
  const shownZone = utc === 'Z' ? 'UTC' : zone;
  return [`${year}-${month}-${day}`, hour === undefined ? '' : `${hour}:${minute}`, shownZone]
    .filter((part) => part !== '')
    .join(' ');
}

const UNITS: ReadonlyMap<string, string> = new Map([
  ['W', 'week'],
  ['D', 'day'],
  ['H', 'hour'],
  ['M', 'minute'],
  ['S', 'second'],
]);

/** `PT1H30M` is `1 hour 30 minutes`. */
export function shownDuration(value: string): string {
  if (!/^[+]?P(?:T?\d+[WDHMS])+$/i.test(value.trim())) return plain(value);
  return [...value.matchAll(/(?<!\d)(\d+)([WDHMS])/gi)]
    .map(([, count = '', unit = '']) => counted(Number(count), UNITS.get(unit.toUpperCase()) ?? unit))
    .join(' ');
}

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

const FREQUENCIES: ReadonlyMap<string, readonly [adverb: string, unit: string]> = new Map([
  ['SECONDLY', ['every second', 'second']],
  ['MINUTELY', ['every minute', 'minute']],
  ['HOURLY', ['hourly', 'hour']],
  ['DAILY', ['daily', 'day']],
  ['WEEKLY', ['weekly', 'week']],
  ['MONTHLY', ['monthly', 'month']],
  ['YEARLY', ['yearly', 'year']],
]);

const DAYS: ReadonlyMap<string, string> = new Map([
  ['MO', 'Monday'],
  ['TU', 'Tuesday'],
  ['WE', 'Wednesday'],
  ['TH', 'Thursday'],
  ['FR', 'Friday'],
  ['SA', 'Saturday'],
  ['SU', 'Sunday'],
]);

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** `FREQ=WEEKLY;BYDAY=MO;COUNT=4` is `weekly on Monday, 4 times`. Parts without words are as in the file. */
export function shownRule(value: string): string {
  const parts = new Map(
    value
      .trim()
      .split(';')
      .map((part) => {
        const [name = '', content = ''] = part.split('=', 2);
        return [name.toUpperCase(), content] as const;
      }),
  );
  const take = (name: string): string[] => {
    const items = (parts.get(name) ?? '').split(',').filter((item) => item !== '');
    parts.delete(name);
    return items;
  };
  const frequency = FREQUENCIES.get((parts.get('FREQ') ?? '').toUpperCase());
  if (frequency === undefined) return plain(value);
  parts.delete('FREQ');
  const [interval = '1'] = take('INTERVAL');
  const often = interval === '1' ? frequency[0] : `every ${counted(Number(interval), frequency[1])}`;
  // The first day of the week matters only for every second week.
  if (interval === '1') parts.delete('WKST');
  const on = [...take('BYDAY').map(shownDay), ...take('BYMONTHDAY').map(shownDayOfMonth)];
  const months = take('BYMONTH').map((month) => MONTHS[Number(month) - 1] ?? month);
  const [count] = take('COUNT');
  const [until] = take('UNTIL');
  const words = [often, on.length === 0 ? '' : `on ${list(on)}`, months.length === 0 ? '' : `in ${list(months)}`];
  return [
    words.filter((part) => part !== '').join(' '),
    ...(count === undefined ? [] : [counted(Number(count), 'time')]),
    ...(until === undefined ? [] : [`until ${shownTime(until, '')}`]),
    ...[...parts].map(([name, content]) => `${name}=${content}`),
  ].join(', ');
}

const list = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

/** `MO`, `2TU` (the second of the month or year), `-1FR` (the last). */
function shownDay(value: string): string {
  const [, place = '', name = ''] = /^([+-]?\d*)([A-Z]{2})$/i.exec(value.trim()) ?? [];
  const day = DAYS.get(name.toUpperCase());
  if (day === undefined) return value;
  return place === '' ? day : `the ${ordinal(Number(place))} ${day}`;
}

function shownDayOfMonth(value: string): string {
  const day = Number(value);
  return day > 0 ? `day ${day}` : `the ${ordinal(day)} day`;
}

const ORDINALS = ['', 'first', 'second', 'third', 'fourth', 'fifth'];

function ordinal(place: number): string {
  const distance = Math.abs(place);
  const word = ORDINALS[distance] ?? `${distance}th`;
  if (place > 0) return word;
  return distance === 1 ? 'last' : `${word} last`;
}
