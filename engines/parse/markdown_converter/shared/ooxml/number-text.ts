/** Formats numbers by their format code. */
import { format, isDateFormat, isValidFormat } from 'numfmt';
import { dateFormat } from './date-format.ts';
import { plainNumber, type CellFormat } from '../plain-number.ts';

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
  const plain = code.replace(LOCALE, '[$$$1]').replaceAll('[$]', '');
  const write = (value: number): string => format(plain, value, { throws: false });
  const shown = FRACTION.test(plain) ? (value: number): string => fractionText(value, write) : write;
  return (value) => shown(value).replace(/\s+/g, ' ').trim();
}

/** The library takes decimal points and commas from the country of a currency; programs take them from their user. */
const LOCALE = /\[\$([^\]-]{0,9})-[\dA-F]{1,8}\]/gi;

/** Codes of fractions, which have no section for negative numbers. */
const FRACTION = /^[^;]*[?#\d]\/[?#\d][^;]*$/;

/** The library writes 9.93 in ninths as `9 1/1`, and the whole part of some other numbers one too high. */
function fractionText(value: number, write: CellFormat): string {
  const size = Math.abs(value);
  const text = write(size);
  const [, top, bottom] = /(?<!\d)(\d{1,9})\/(\d{1,9})/.exec(text) ?? [];
  const shown =
    top !== undefined && top === bottom
      ? write(Math.round(size))
      : text.replace(/[\d,]{1,20}(?=\s+\d+\/)/, (whole) =>
          Number(whole.replaceAll(',', '')) === Math.floor(size) ? whole : String(Math.floor(size)),
        );
  return value < 0 && /[1-9]/.test(shown) ? `-${shown}` : shown;
}
