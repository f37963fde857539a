/** Binary workbooks (XLSB): the parts of an XLSX file as records instead of XML. */
import { ServiceError } from '../../../../errors/index.ts';
import type { OoxmlPackage } from '../shared/ooxml/package.ts';
import type { CellFormat } from '../shared/ooxml/number-text.ts';
import { binaryRecords, guardRecords, richString, wideString } from './binary-records.ts';
import { readBinarySheet } from './binary-sheet.ts';
import { cellFormats } from './cell-text.ts';
import { MAX_CELLS } from './grid.ts';
import type { OpenWorkbook, SheetEntry } from './workbook.ts';

const SHARED_STRING = 19;
const FORMAT = 44;
const STYLE = 47;
const WORKBOOK_PROPERTIES = 153;
const SHEET = 156;
const BEGIN_CELL_STYLES = 617;
const END_CELL_STYLES = 618;

/** Throws `corrupt` for damaged records. `readsHidden` includes hidden rows and columns. */
export function openBinaryWorkbook(file: OoxmlPackage, mainPart: string, readsHidden: boolean): OpenWorkbook {
  const main = file.read(mainPart);
  if (main === null) throw new ServiceError('corrupt', 'The file contains no workbook.');
  const related = (type: string): Uint8Array => file.read(file.related(mainPart, type) ?? '') ?? new Uint8Array();
  return guardRecords(() => {
    const { sheets, is1904 } = readMain(main);
    const strings = [...binaryRecords(related('sharedStrings'))].flatMap(({ type, data }) =>
      type === SHARED_STRING ? [richString(data, 0)] : [],
    );
    const formats = readBinaryFormats(related('styles'), is1904);
    const workbook = { strings, formats, readsHidden, budget: { cells: MAX_CELLS } };
    return {
      sheets,
      readSheet: (content, relationships) => guardRecords(() => readBinarySheet(content, relationships, workbook)),
    };
  });
}

function readMain(part: Uint8Array): { sheets: SheetEntry[]; is1904: boolean } {
  const sheets: SheetEntry[] = [];
  let is1904 = false;
  for (const { type, data } of binaryRecords(part)) {
    if (type === WORKBOOK_PROPERTIES) is1904 = (data.readUInt32LE(0) & 1) === 1;
    if (type !== SHEET) continue;
    const relationship = wideString(data, 8);
    const name = wideString(data, relationship.end).text;
    sheets.push({ name, isHidden: data.readUInt32LE(0) !== 0, relationship: relationship.text });
  }
  return { sheets, is1904 };
}

function readBinaryFormats(styles: Uint8Array, is1904: boolean): CellFormat[] {
  const custom = new Map<number, string>();
  const ids: number[] = [];
  let isCellStyle = false;
  for (const { type, data } of binaryRecords(styles)) {
    if (type === FORMAT) custom.set(data.readUInt16LE(0), wideString(data, 2).text);
    else if (type === BEGIN_CELL_STYLES) isCellStyle = true;
    else if (type === END_CELL_STYLES) isCellStyle = false;
    else if (type === STYLE && isCellStyle) ids.push(data.readUInt16LE(2));
  }
  return cellFormats(ids, custom, is1904);
}
