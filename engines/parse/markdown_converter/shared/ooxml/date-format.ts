/** Writes dates and times with the parts that their format code shows, in the order of ISO 8601. */
import { dateFromSerial, format, tokenize } from 'numfmt';
import { plainNumber, type CellFormat } from '../plain-number.ts';

/** The parts that a format shows. */
interface DateParts {
  readonly year: boolean;
  readonly month: boolean;
  readonly day: boolean;
  readonly hours: boolean;
  readonly minutes: boolean;
  readonly seconds: boolean;
  /** Decimal places of the seconds. */
  readonly digits: number;
}

const DAYS_FROM_1900_TO_1904 = 1462;
const SECONDS_OF_DAY = 86_400;
const MILLISECONDS = 3;
const MINUTE = 60;
/** The day after 9999-12-31. */
const END_OF_DATES = 2_958_466;

export function dateFormat(code: string, is1904: boolean): CellFormat {
  const shown = partsOf(code);
  // A section of its own often hides the zero of an empty date.
  const zero = code.includes(';') ? format(code, 0, { throws: false }).trim() : null;
  const isZeroShown = zero === null || /\d/.test(zero);
  return (value) => (value === 0 && !isZeroShown ? zero : dateText(value, shown, is1904));
}

/** For formats that the file names by a number whose meaning differs by language: date and time, as the value has them. */
export function localDateFormat(is1904: boolean): CellFormat {
  return (value) => {
    const date = value >= 1;
    const time = !Number.isInteger(value);
    const parts = { year: date, month: date, day: date, hours: time, minutes: time, seconds: time, digits: 0 };
    return dateText(value, parts, is1904);
  };
}

/** `m` is a minute after an hour or before a second, else a month. */
function partsOf(code: string): DateParts {
  const symbols: string[] = [];
  let digits = 0;
  let isFraction = false;
  for (const { type, raw } of tokenize(code)) {
    if (type === 'datetime') symbols.push(raw.charAt(0).toLowerCase());
    isFraction = (type === 'point' && symbols.at(-1) === 's') || (isFraction && type === 'zero');
    if (isFraction && type === 'zero') digits = Math.min(MILLISECONDS, digits + 1);
  }
  const isMinute = (symbol: string, index: number): boolean =>
    symbol === 'm' && (symbols[index - 1] === 'h' || symbols[index + 1] === 's');
  return {
    year: symbols.some((symbol) => /[yeg]/.test(symbol)),
    month: symbols.some((symbol, index) => symbol === 'm' && !isMinute(symbol, index)),
    day: symbols.some((symbol) => /[da]/.test(symbol)),
    hours: symbols.includes('h'),
    minutes: symbols.some(isMinute),
    seconds: symbols.includes('s'),
    digits,
  };
}

function dateText(value: number, shown: DateParts, is1904: boolean): string {
  // Seconds that are not shown are cut off, but not those that binary fractions lack.
  const digits = shown.seconds ? shown.digits : MILLISECONDS;
  const ticksOfSecond = 10 ** digits;
  const ticks = Math.round((value - Math.floor(value)) * SECONDS_OF_DAY * ticksOfSecond);
  const carry = Math.floor(ticks / (SECONDS_OF_DAY * ticksOfSecond));
  const serial = Math.floor(value) + carry + (is1904 ? DAYS_FROM_1900_TO_1904 : 0);
  if (!(serial >= 0 && serial < END_OF_DATES)) return plainNumber(value);
  const [year = 0, month = 0, day = 0] = dateFromSerial(serial);
  const pad = (part: number, width = 2): string => String(part).padStart(width, '0');

  const days = shown.year || shown.month || shown.day ? [pad(year, 4)] : [];
  if (shown.month || shown.day) days.push(pad(month));
  if (shown.day || (shown.month && !shown.year)) days.push(pad(day));

  const seconds = (ticks % (SECONDS_OF_DAY * ticksOfSecond)) / ticksOfSecond;
  const minutes = Math.floor(seconds / MINUTE);
  const times: string[] = [];
  if (shown.hours) times.push(pad(Math.floor(minutes / MINUTE)));
  if (shown.hours || shown.minutes) times.push(pad(minutes % MINUTE));
  if (shown.seconds) times.push((seconds % MINUTE).toFixed(shown.digits).padStart(digits === 0 ? 2 : digits + 3, '0'));
  return [days.join('-'), times.join(':')].filter((part) => part !== '').join(' ');
}
