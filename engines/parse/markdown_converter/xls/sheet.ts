/** The cells of a worksheet. */
import { resolveLink } from '../../documents/html/links.ts';
import { plainNumber } from '../shared/plain-number.ts';
import { booleanText, errorText, shortNumber } from '../shared/workbook/binary-values.ts';
import { cellContent, NO_LOOK, type StoredText } from '../shared/workbook/cell-content.ts';
import type { Area, SheetCells } from '../shared/workbook/grid.ts';
import { SheetBuilder } from '../shared/workbook/sheet-builder.ts';
import { recordsFrom, type XlsRecord } from './records.ts';
import { narrowString, StringReader } from './strings.ts';
import type { XlsWorkbook } from './workbook.ts';

const END = 0x0a;
const COLUMNS = 0x7d;
const ROW = 0x208;
const SHARED_STRING = 0xfd;
const LABEL = 0x204;
const RICH_LABEL = 0xd6;
const NUMBER = 0x203;
const SHORT_NUMBER = 0x27e;
const SHORT_NUMBERS = 0xbd;
const BOOLEAN_OR_ERROR = 0x205;
const FORMULA = 0x06;
const FORMULA_TEXT = 0x207;
const MERGED = 0xe5;
const HYPERLINK = 0x1b8;
const BEGIN = 0x809;

/** Units of heights in a point, and of widths in a character. */
const TWIPS = 20;
const CHARACTER = 256;

/** `readsHidden` includes hidden rows and columns. Throws `too_large` when the budget is exhausted. */
export function readCells(
  workbook: XlsWorkbook,
  records: readonly XlsRecord[],
  readsHidden: boolean,
  budget: { cells: number },
): SheetCells {
  const sheet = new SheetBuilder(budget, readsHidden);
  readLines(records, sheet, readsHidden);
  let formula: CellPlace | null = null;
  for (const record of records) {
    const [data = Buffer.alloc(0)] = record.parts;
    if (record.type === FORMULA_TEXT && formula !== null) {
      addStyled(stringOf(record, 0, workbook), formula, workbook, sheet);
    }
    if (record.type === FORMULA) formula = placeOf(data);
    addRecord(record, data, workbook, sheet);
  }
  return sheet.finish();
}

/** The sheet's records without those of embedded charts, which are between a begin and an end record. */
export function sheetRecords(stream: Buffer, offset: number): XlsRecord[] {
  const records: XlsRecord[] = [];
  let depth = 0;
  for (const record of recordsFrom(stream, offset)) {
    if (record.type === BEGIN) depth++;
    else if (record.type === END) depth--;
    else if (depth === 1) records.push(record);
    if (depth <= 0) break;
  }
  return records;
}

/** Which columns and rows are hidden or too small for text. */
function readLines(records: readonly XlsRecord[], sheet: SheetBuilder, readsHidden: boolean): void {
  for (const { type, parts } of records) {
    const [data = Buffer.alloc(0)] = parts;
    if (type === COLUMNS) {
      const [first, last] = [data.readUInt16LE(0), Math.min(255, data.readUInt16LE(2))];
      if (!readsHidden && (data.readUInt8(8) & 1) === 1) sheet.hideColumns(first, last);
      else sheet.sizeColumns(first, last, data.readUInt16LE(4) / CHARACTER);
    }
    if (type === ROW) {
      const row = data.readUInt16LE(0);
      if (!readsHidden && (data.readUInt8(12) & 0x20) !== 0) sheet.hideRows(row, row);
      else sheet.sizeRow(row, (data.readUInt16LE(6) & 0x7fff) / TWIPS);
    }
  }
}

interface CellPlace {
  readonly row: number;
  readonly column: number;
  /** Number of its style. */
  readonly style: number;
}

const placeOf = (data: Buffer): CellPlace => ({
  row: data.readUInt16LE(0),
  column: data.readUInt16LE(2),
  style: data.readUInt16LE(4),
});

function addStyled(
  stored: StoredText,
  { row, column, style }: CellPlace,
  { looks }: XlsWorkbook,
  sheet: SheetBuilder,
): void {
  sheet.addCell(row, column, cellContent(stored, looks[style] ?? NO_LOOK));
}

function addRecord(record: XlsRecord, data: Buffer, workbook: XlsWorkbook, sheet: SheetBuilder): void {
  const add = (stored: StoredText): void => addStyled(stored, placeOf(data), workbook, sheet);
  const formatted = (value: number, style = data.readUInt16LE(4)): string =>
    (workbook.formats[style] ?? plainNumber)(value);
  switch (record.type) {
    case SHARED_STRING:
      add(workbook.strings[data.readUInt32LE(6)] ?? '');
      break;
    case LABEL:
    case RICH_LABEL:
      add(stringOf(record, 6, workbook));
      break;
    case NUMBER:
      add(formatted(data.readDoubleLE(6)));
      break;
    case SHORT_NUMBER:
      add(formatted(shortNumber(data.readUInt32LE(6))));
      break;
    case SHORT_NUMBERS: {
      const row = data.readUInt16LE(0);
      const first = data.readUInt16LE(2);
      for (let index = 0; 4 + (index + 1) * 6 <= data.length - 2; index++) {
        const at = 4 + index * 6;
        const style = data.readUInt16LE(at);
        const text = formatted(shortNumber(data.readUInt32LE(at + 2)), style);
        addStyled(text, { row, column: first + index, style }, workbook, sheet);
      }
      break;
    }
    case BOOLEAN_OR_ERROR:
      add(booleanOrError(data.readUInt8(6), data.readUInt8(7) === 1));
      break;
    case FORMULA:
      add(formulaResult(data, formatted));
      break;
    case MERGED:
      for (let index = 0; index < data.readUInt16LE(0); index++) sheet.merge(areaAt(data, 2 + index * 8));
      break;
    case HYPERLINK: {
      const address = hyperlinkAddress(data);
      if (address !== null) sheet.link(areaAt(data, 0), address);
      break;
    }
    default:
  }
}

function stringOf({ parts }: XlsRecord, at: number, { isUnicode, decode }: XlsWorkbook): string {
  const [data = Buffer.alloc(0)] = parts;
  return isUnicode ? new StringReader(parts, at).read(2) : narrowString(data, at, 2, decode);
}

function booleanOrError(value: number, isError: boolean): string {
  return isError ? errorText(value) : booleanText(value);
}

const NO_VALUE = 3;

/** Of each formula, whether its result is an empty text, which programs that do not compute write. */
export const withoutValue = (records: readonly XlsRecord[]): boolean[] =>
  records
    .filter(({ type }) => type === FORMULA)
    .map(({ parts: [data = Buffer.alloc(0)] }) => data.readUInt16LE(12) === 0xffff && data.readUInt8(6) === NO_VALUE);

/** The cached result; a text result follows in a separate record. */
function formulaResult(data: Buffer, formatted: (value: number) => string): string {
  if (data.readUInt16LE(12) !== 0xffff) return formatted(data.readDoubleLE(6));
  const kind = data.readUInt8(6);
  return kind === 1 || kind === 2 ? booleanOrError(data.readUInt8(8), kind === 2) : '';
}

function areaAt(data: Buffer, at: number): Area {
  return {
    top: data.readUInt16LE(at),
    bottom: data.readUInt16LE(at + 2),
    left: data.readUInt16LE(at + 4),
    right: data.readUInt16LE(at + 6),
  };
}

/** Class ID of a link with a URL. */
const WEB_ADDRESS = Buffer.from('e0c9ea79f9bace118c8200aa004ba90b', 'hex');

function hyperlinkAddress(data: Buffer): string | null {
  const at = data.indexOf(WEB_ADDRESS);
  if (at < 0) return null;
  const start = at + WEB_ADDRESS.length + 4;
  const end = Math.min(data.length, start + data.readUInt32LE(start - 4));
  return resolveLink(data.toString('utf16le', start, end).split('\0', 1)[0] ?? null, null);
}
