/** Formats numbers by their format code. */
import { format, isDateFormat, isValidFormat } from 'numfmt';
import { dateFormat } from './date-format.ts';
import { plainNumber, type CellFormat } from './plain-number.ts';

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
