/** Formats numbers by their format code. */
import { dateFromSerial, format, getFormatDateInfo, isDateFormat, isValidFormat } from 'numfmt';

/** Writes a number as a cell shows it. */
export type CellFormat = (value: number) => string;

/** Excel's maximum code length; the library's time is quadratic in it. */
const MAX_CODE = 255;

/** Formats with literal digits or scaled by thousands, whose output reads as a different number. */
const READS_AS_ANOTHER = /\\\d|[0#?],(?![0#?])/;
const hasQuotedDigit = (code: string): boolean =>
  code.split('"').some((part, index, parts) => index % 2 === 1 && index < parts.length - 1 && /\d/.test(part));

/**
 * Numbers as formatted; `General` gives all digits, whatever the column width. Dates keep the parts of their format,
 * in the order of ISO 8601, since `3/4/24` is ambiguous.
 */
export function cellFormat(code: string, is1904: boolean): CellFormat {
  if (/^(general|@|)$/i.test(code) || code.length > MAX_CODE || !isValidFormat(code)) return plainNumber;
  if (isDateFormat(code) && !/\[(h+|m+|s+)\]/i.test(code)) return dateFormat(code, is1904);
  if (READS_AS_ANOTHER.test(code) || hasQuotedDigit(code)) return plainNumber;
  return (value) => format(code, value, { throws: false }).replace(/\s+/g, ' ').trim();
}

/** Spreadsheets have 15 significant digits; further digits are noise of binary fractions. */
export function plainNumber(value: number): string {
  const shortest = String(value);
  return shortest.length > 15 ? String(Number(value.toPrecision(15))) : shortest;
}

function dateFormat(code: string, is1904: boolean): CellFormat {
  const shown = getFormatDateInfo(code);
  const pad = (part: number, width = 2): string => String(Math.floor(part)).padStart(width, '0');
  return (value) => {
    const date = dateFromSerial(value + (is1904 ? 1462 : 0));
    if (date === null) return plainNumber(value);
    const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = date;
    const days = shown.year || shown.month || shown.day ? [pad(year, 4)] : [];
    if (shown.month || shown.day) days.push(pad(month));
    if (shown.day || (shown.month && !shown.year)) days.push(pad(day));
    const times = shown.hours || shown.minutes || shown.seconds ? [pad(hours), pad(minutes)] : [];
    if (shown.seconds) times.push(pad(seconds));
    return [days.join('-'), times.join(':')].filter((part) => part !== '').join(' ');
  };
}
