/** The cells of a worksheet of a binary workbook ([MS-XLSB] 2.1.7.62). */
import { resolveLink } from '../../documents/html/links.ts';
import type { Relationship } from '../shared/ooxml/package.ts';
import { plainNumber } from '../shared/plain-number.ts';
import { withColumns } from './binary-cells.ts';
import { binaryRecords, richString, wideString } from './binary-records.ts';
import { booleanText, errorText, shortNumber } from '../shared/workbook/binary-values.ts';
import { cellContent, NO_LOOK, type Look, type StoredText } from '../shared/workbook/cell-content.ts';
import { MAX_COLUMNS, MAX_ROWS, type Area } from '../shared/workbook/grid.ts';
import type { Validation } from '../shared/workbook/sheet-extras.ts';
import type { SheetContent, SheetSources } from './sheet.ts';
import { SheetBuilder } from '../shared/workbook/sheet-builder.ts';

const ROW = 0;
const SHORT_NUMBER = 2;
const ERROR = 3;
const BOOLEAN = 4;
const NUMBER = 5;
const STRING = 6;
const SHARED_STRING = 7;
const FORMULA_STRING = 8;
const FORMULA_NUMBER = 9;
const FORMULA_BOOLEAN = 10;
const FORMULA_ERROR = 11;
const COLUMNS = 60;
const RICH_STRING = 62;
const VALIDATION = 64;
const MERGED = 176;
const SCENARIO = 502;
const HEADERS = 479;
const HYPERLINK = 494;

const IS_ANY = 0;
const IS_LIST = 3;
const UNREAD_RULE: Validation = { on: '', choices: [], prompt: '', refusal: '', isRule: true };

/** Units of heights in a point, and of widths in a character. */
const TWIPS = 20;
const CHARACTER = 256;

/** Offsets in the record of a cell, after its column. */
const STYLE = 4;
const VALUE = 8;

export interface BinarySources extends SheetSources {
  /** Looks of the fonts that parts of strings refer to, by number. */
  readonly fonts: readonly Look[];
}

/** Throws `too_large` when the workbook's budget is exhausted, and a RangeError for a damaged record. */
export function readBinarySheet(
  part: Uint8Array,
  relationships: ReadonlyMap<string, Relationship>,
  workbook: BinarySources,
): SheetContent {
  const sheet = new SheetBuilder(workbook.budget, workbook.readsHidden);
  let headers: ReadonlyMap<string, string> = new Map();
  const validations: Validation[] = [];
  let [unreadLists, scenarios] = [0, 0];
  let row = -1;
  for (const { type, data } of withColumns(binaryRecords(part))) {
    switch (type) {
      case ROW:
        row = data.readUInt32LE(0);
        if (row >= MAX_ROWS) break;
        if (!workbook.readsHidden && (data.readUInt8(11) & 0x10) !== 0) sheet.hideRows(row, row);
        else sheet.sizeRow(row, data.readUInt16LE(8) / TWIPS);
        break;
      case COLUMNS: {
        const [first, last] = [data.readUInt32LE(0), Math.min(MAX_COLUMNS - 1, data.readUInt32LE(4))];
        if (!workbook.readsHidden && (data.readUInt16LE(16) & 1) === 1) sheet.hideColumns(first, last);
        else sheet.sizeColumns(first, last, data.readUInt32LE(8) / CHARACTER);
        break;
      }
      case VALIDATION:
        if ((data.readUInt8(0) & 15) === IS_LIST) unreadLists++;
        else if ((data.readUInt8(0) & 15) !== IS_ANY) validations.push(UNREAD_RULE);
        break;
      case SCENARIO:
        scenarios++;
        break;
      case HEADERS:
        headers = readHeaders(data);
        break;
      case MERGED: {
        const area = areaOf(data);
        if (area !== null) sheet.merge(area);
        break;
      }
      case HYPERLINK: {
        const area = areaOf(data);
        const relationship = relationships.get(wideString(data, 16).text);
        const address = relationship?.isExternal === true ? resolveLink(relationship.target, null) : null;
        if (area !== null && address !== null) sheet.link(area, address);
        break;
      }
      default: {
        const text = cellText(type, data, workbook);
        if (text === null) break;
        const look = workbook.looks[data.readUIntLE(STYLE, 3)] ?? NO_LOOK;
        sheet.addCell(row, data.readUInt32LE(0), cellContent(text, look));
      }
    }
  }
  return { cells: sheet.finish(), extras: { headers, validations, unreadLists, scenarios } };
}

/** The displayed text of a cell; `null` for other records and blank cells. */
function cellText(type: number, data: Buffer, { strings, formats, fonts }: BinarySources): StoredText | null {
  switch (type) {
    case SHORT_NUMBER:
    case NUMBER:
    case FORMULA_NUMBER: {
      const value = type === SHORT_NUMBER ? shortNumber(data.readUInt32LE(VALUE)) : data.readDoubleLE(VALUE);
      return (formats[data.readUIntLE(STYLE, 3)] ?? plainNumber)(value);
    }
    case ERROR:
    case FORMULA_ERROR:
      return errorText(data.readUInt8(VALUE));
    case BOOLEAN:
    case FORMULA_BOOLEAN:
      return booleanText(data.readUInt8(VALUE));
    case STRING:
    case FORMULA_STRING:
      return wideString(data, VALUE).text;
    case RICH_STRING:
      return richString(data, VALUE, fonts);
    case SHARED_STRING:
      return strings[data.readUInt32LE(VALUE)] ?? '';
    default:
      return null;
  }
}

const DIFFERENT_EVEN = 1;
const DIFFERENT_FIRST = 2;

/** Heads and feet of the pages, after a field of flags, by the names that they have in XML. */
function readHeaders(data: Buffer): Map<string, string> {
  const flags = data.readUInt16LE(0);
  const pages = [
    'odd',
    (flags & DIFFERENT_EVEN) === 0 ? null : 'even',
    (flags & DIFFERENT_FIRST) === 0 ? null : 'first',
  ];
  const headers = new Map<string, string>();
  let at = 2;
  for (const page of pages) {
    for (const kind of ['Header', 'Footer']) {
      if (at + 4 > data.length) return headers;
      const { text, end } = wideString(data, at);
      if (page !== null) headers.set(`${page}${kind}`, text);
      at = end;
    }
  }
  return headers;
}

/** `null` outside the limits of a sheet. */
function areaOf(data: Buffer): Area | null {
  const area = {
    top: data.readUInt32LE(0),
    bottom: data.readUInt32LE(4),
    left: data.readUInt32LE(8),
    right: data.readUInt32LE(12),
  };
  const isInside = area.bottom < MAX_ROWS && area.right < MAX_COLUMNS;
  return isInside && area.top <= area.bottom && area.left <= area.right ? area : null;
}
