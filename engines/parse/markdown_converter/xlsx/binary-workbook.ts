/** Binary workbooks (XLSB): the parts of an XLSX file as records instead of XML. */
import { ServiceError } from '../../../../errors/index.ts';
import type { OoxmlPackage } from '../shared/ooxml/package.ts';
import { binaryRecords, guardRecords, richString, wideString } from './binary-records.ts';
import { readBinarySheet } from './binary-sheet.ts';
import { verticalOf } from '../shared/workbook/binary-values.ts';
import { lookOf, NO_LOOK, type Look } from '../shared/workbook/cell-content.ts';
import { cellFormats } from '../shared/workbook/cell-text.ts';
import type { DefinedName } from '../shared/workbook/defined-names.ts';
import { MAX_CELLS } from '../shared/workbook/grid.ts';
import type { CellStyles } from '../shared/workbook/cell-text.ts';
import type { OpenWorkbook, SheetEntry, WorkbookSettings } from './workbook.ts';

const SHARED_STRING = 19;
const FONT = 43;
const FORMAT = 44;
const STYLE = 47;
const WORKBOOK_PROPERTIES = 153;
const NAME = 39;
const SHEET = 156;
const BEGIN_CELL_STYLES = 617;
const END_CELL_STYLES = 618;

const IS_HIDDEN = 1;
const IS_BUILT_IN = 0x20;
const IS_STRUCK = 8;
/** Offset of the name in the record of a font. */
const FONT_NAME = 21;

/** Throws `corrupt` for damaged records. */
export function openBinaryWorkbook(
  file: OoxmlPackage,
  mainPart: string,
  { readsHidden }: WorkbookSettings,
): OpenWorkbook {
  const main = file.read(mainPart);
  if (main === null) throw new ServiceError('corrupt', 'The file contains no workbook.');
  const related = (type: string): Uint8Array => file.read(file.related(mainPart, type) ?? '') ?? new Uint8Array();
  return guardRecords(() => {
    const { sheets, names, is1904 } = readMain(main);
    const styles = readBinaryStyles(related('styles'), is1904);
    const strings = [...binaryRecords(related('sharedStrings'))].flatMap(({ type, data }) =>
      type === SHARED_STRING ? [richString(data, 0, styles.fonts)] : [],
    );
    const workbook = { ...styles, strings, readsHidden, budget: { cells: MAX_CELLS } };
    return {
      sheets,
      names,
      readSheet: (content, relationships) => guardRecords(() => readBinarySheet(content, relationships, workbook)),
    };
  });
}

function readMain(part: Uint8Array): { sheets: SheetEntry[]; names: DefinedName[]; is1904: boolean } {
  const sheets: SheetEntry[] = [];
  const names: DefinedName[] = [];
  let is1904 = false;
  for (const { type, data } of binaryRecords(part)) {
    if (type === WORKBOOK_PROPERTIES) is1904 = (data.readUInt32LE(0) & 1) === 1;
    // What a name stands for is a compiled formula.
    if (type === NAME && (data.readUInt32LE(0) & (IS_HIDDEN | IS_BUILT_IN)) === 0) {
      names.push({ name: wideString(data, 9).text, formula: '' });
    }
    if (type !== SHEET) continue;
    const relationship = wideString(data, 8);
    const name = wideString(data, relationship.end).text;
    sheets.push({ name, isHidden: data.readUInt32LE(0) !== 0, relationship: relationship.text });
  }
  return { sheets, names, is1904 };
}

function readBinaryStyles(styles: Uint8Array, is1904: boolean): CellStyles & { readonly fonts: readonly Look[] } {
  const custom = new Map<number, string>();
  const fonts: Look[] = [];
  const ids: number[] = [];
  const looks: Look[] = [];
  let isCellStyle = false;
  for (const { type, data } of binaryRecords(styles)) {
    if (type === FORMAT) custom.set(data.readUInt16LE(0), wideString(data, 2).text);
    else if (type === BEGIN_CELL_STYLES) isCellStyle = true;
    else if (type === END_CELL_STYLES) isCellStyle = false;
    else if (type === FONT) fonts.push(readFont(data));
    else if (type === STYLE && isCellStyle) {
      ids.push(data.readUInt16LE(2));
      looks.push(fonts[data.readUInt16LE(4)] ?? NO_LOOK);
    }
  }
  return { formats: cellFormats(ids, custom, is1904), looks, fonts };
}

const readFont = (data: Buffer): Look =>
  lookOf((data.readUInt16LE(2) & IS_STRUCK) !== 0, verticalOf(data.readUInt16LE(6)), wideString(data, FONT_NAME).text);
