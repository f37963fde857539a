/** Displayed text of cells. */
import { localDateFormat } from '../ooxml/date-format.ts';
import { cellFormat } from '../ooxml/number-text.ts';
import type { CellFormat } from '../plain-number.ts';
import type { Look } from './cell-content.ts';

/** Built-in format codes, which files reference by number (ECMA-376 part 1, 18.8.30); from 59 on, those of Thai. */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  37: '#,##0 ;(#,##0)',
  38: '#,##0 ;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
  41: '_(* #,##0_);_(* \\(#,##0\\);_(* "-"_);_(@_)',
  42: '_($* #,##0_);_($* \\(#,##0\\);_($* "-"_);_(@_)',
  43: '_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)',
  44: '_($* #,##0.00_);_($* \\(#,##0.00\\);_($* "-"??_);_(@_)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  59: '0',
  60: '0.00',
  61: '#,##0',
  62: '#,##0.00',
  67: '0%',
  68: '0.00%',
  69: '# ?/?',
  70: '# ??/??',
  71: 'yyyy-mm-dd',
  72: 'd-mmm-yy',
  73: 'd-mmm',
  74: 'mmm-yy',
  75: 'h:mm',
  76: 'h:mm:ss',
  77: 'yyyy-mm-dd h:mm',
  78: 'mm:ss',
  79: '[h]:mm:ss',
  80: 'mm:ss.0',
  81: 'yyyy-mm-dd',
};

/** Dates and times whose code is another one in Chinese, Japanese and Korean; the file does not say which it has. */
const isEastAsianDate = (id: number): boolean => (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** The styles of cells, by their numbers. */
export interface CellStyles {
  readonly formats: readonly CellFormat[];
  readonly looks: readonly Look[];
}

/** The formats with these numbers. `custom` holds the codes that the file defines. */
export function cellFormats(
  ids: readonly number[],
  custom: ReadonlyMap<number, string>,
  is1904: boolean,
): CellFormat[] {
  const formats = new Map<string, CellFormat>();
  const localDate = localDateFormat(is1904);
  return ids.map((id) => {
    if (isEastAsianDate(id) && !custom.has(id)) return localDate;
    const code = custom.get(id) ?? BUILT_IN[id] ?? 'General';
    const known = formats.get(code) ?? cellFormat(code, is1904);
    formats.set(code, known);
    return known;
  });
}

/** More digits than a binary number holds, such as an identifier: they are shown as the file has them. */
export const LONG_INTEGER = /^-?\d{16,}$/;

/** Decodes the escapes of characters that XML cannot represent. */
export function unescapeText(text: string): string {
  const decoded = text.includes('_x')
    ? text.replace(/_x([\dA-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
  return decoded.includes('\r') ? decoded.replace(/\r\n?/g, '\n') : decoded;
}
