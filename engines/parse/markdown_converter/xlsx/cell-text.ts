/** Displayed text of cells. */
import { cellFormat, type CellFormat } from '../shared/ooxml/number-text.ts';
import { childrenOf, descend, type XmlElement } from '../../documents/xml.ts';

/** Built-in format codes, which files reference by number (ECMA-376 part 1, 18.8.30). */
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
};

/** The formats of the workbook's cell styles, by number. */
export function readFormats(styles: XmlElement | null, is1904: boolean): CellFormat[] {
  const root = styles ?? undefined;
  const custom = new Map(
    childrenOf(descend(root, 'numFmts'), 'numFmt').map(({ attributes }) => [
      Number(attributes['numFmtId']),
      attributes['formatCode'] ?? '',
    ]),
  );
  const ids = childrenOf(descend(root, 'cellXfs'), 'xf').map(({ attributes }) => Number(attributes['numFmtId'] ?? 0));
  return cellFormats(ids, custom, is1904);
}

/** The formats with these numbers. `custom` holds the codes that the file defines. */
export function cellFormats(
  ids: readonly number[],
  custom: ReadonlyMap<number, string>,
  is1904: boolean,
): CellFormat[] {
  const formats = new Map<string, CellFormat>();
  return ids.map((id) => {
    const code = custom.get(id) ?? BUILT_IN[id] ?? 'General';
    const known = formats.get(code) ?? cellFormat(code, is1904);
    formats.set(code, known);
    return known;
  });
}

/** Decodes the escapes of characters that XML cannot represent. */
export function unescapeText(text: string): string {
  const decoded = text.includes('_x')
    ? text.replace(/_x([\dA-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
  return decoded.includes('\r') ? decoded.replace(/\r\n?/g, '\n') : decoded;
}
