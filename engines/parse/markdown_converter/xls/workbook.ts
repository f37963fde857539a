/** Data shared by the sheets of a workbook: names, strings and formats. */
import { ServiceError } from '../../../../errors/index.ts';
import type { Decode } from '../../documents/charset/decoders.ts';
import { codePageDecoder } from '../shared/ole/code-pages.ts';
import { verticalOf } from '../shared/workbook/binary-values.ts';
import { inRuns, lookOf, NO_LOOK, type Look, type StoredText } from '../shared/workbook/cell-content.ts';
import { cellFormats } from '../shared/workbook/cell-text.ts';
import type { CellStyles } from '../shared/workbook/cell-text.ts';
import { recordsFrom } from './records.ts';
import { narrowString, StringReader, type RichText } from './strings.ts';
import { append } from '../../documents/append.ts';

export interface SheetEntry {
  readonly name: string;
  /** Offset of its records. */
  readonly offset: number;
  readonly isHidden: boolean;
}

export interface XlsWorkbook extends CellStyles {
  readonly stream: Buffer;
  /** Whether strings have the format of Excel 97 and later. */
  readonly isUnicode: boolean;
  readonly decode: Decode;
  readonly sheets: readonly SheetEntry[];
  /** Number of sheets that are charts. */
  readonly charts: number;
  /** Number of names that its author gave to cells or values. */
  readonly names: number;
  /** Records of the pictures and settings that the drawings of all sheets share. */
  readonly drawings: Buffer;
  readonly strings: readonly StoredText[];
}

const BEGIN = 0x809;
const END = 0x0a;
const PROTECTED = 0x2f;
const CODE_PAGE = 0x42;
const DATE_MODE = 0x22;
const NAME = 0x18;
const DRAWINGS = 0xeb;
const SHEET = 0x85;
const STRINGS = 0xfc;
const FONT = 0x31;
const FORMAT = 0x41e;
const STYLE = 0xe0;
const BIFF8 = 0x600;
const UNICODE_PAGE = 1200;
const IS_SHEET = 0;
const IS_CHART = 2;
/** Hidden, or of the program itself. */
const IS_OWN = 0x21;
const MAX_STRINGS = 4_000_000;
const UNUSED_FONT = 4;
const IS_STRUCK = 8;
/** Offset of the name in the record of a font. */
const FONT_NAME = 14;

/** Throws `encrypted`, and `unsupported_type` for versions before Excel 5. */
export function readWorkbook(stream: Buffer): XlsWorkbook {
  const sheets: SheetEntry[] = [];
  const strings: RichText[] = [];
  const fonts: Look[] = [];
  const custom = new Map<number, string>();
  const styles: { readonly font: number; readonly format: number }[] = [];
  const drawings: Buffer[] = [];
  let [charts, names] = [0, 0];
  let isUnicode = true;
  let decode = codePageDecoder(1252);
  let is1904 = false;
  for (const { type, offset, parts } of recordsFrom(stream, 0)) {
    const [data = Buffer.alloc(0)] = parts;
    if (offset === 0) {
      if (type !== BEGIN)
        throw new ServiceError('unsupported_type', 'Workbooks of Excel 4 and earlier are not supported.');
      isUnicode = data.readUInt16LE(0) === BIFF8;
      continue;
    }
    if (type === END) break;
    switch (type) {
      case PROTECTED:
        throw new ServiceError('encrypted', 'The workbook is protected by a password.');
      case CODE_PAGE:
        if (data.readUInt16LE(0) !== UNICODE_PAGE) decode = codePageDecoder(data.readUInt16LE(0));
        break;
      case DATE_MODE:
        is1904 = data.readUInt16LE(0) === 1;
        break;
      case SHEET:
        if (data.readUInt8(5) === IS_SHEET) sheets.push(readEntry(parts, isUnicode, decode));
        else if (data.readUInt8(5) === IS_CHART) charts++;
        break;
      case NAME:
        if ((data.readUInt16LE(0) & IS_OWN) === 0) names++;
        break;
      case DRAWINGS:
        append(drawings, parts);
        break;
      case STRINGS:
        append(strings, readStrings(parts));
        break;
      case FORMAT:
        custom.set(
          data.readUInt16LE(0),
          isUnicode ? new StringReader(parts, 2).read(2) : narrowString(data, 2, 1, decode),
        );
        break;
      case FONT:
        fonts.push(readFont(parts, isUnicode, decode));
        // No font has the number 4.
        if (fonts.length === UNUSED_FONT) fonts.push(NO_LOOK);
        break;
      case STYLE:
        styles.push({ font: data.readUInt16LE(0), format: data.readUInt16LE(2) });
        break;
      default:
    }
  }
  const lookOfFont = (font: number): Look => fonts[font] ?? NO_LOOK;
  return {
    stream,
    isUnicode,
    decode,
    sheets,
    charts,
    names,
    drawings: Buffer.concat(drawings),
    strings: strings.map(({ text, marks }) =>
      inRuns(
        text,
        marks.map(({ at, font }) => ({ at, look: lookOfFont(font) })),
      ),
    ),
    formats: cellFormats(
      styles.map(({ format }) => format),
      custom,
      is1904,
    ),
    looks: styles.map(({ font }) => lookOfFont(font)),
  };
}

function readEntry(parts: readonly Buffer[], isUnicode: boolean, decode: Decode): SheetEntry {
  const [data = Buffer.alloc(0)] = parts;
  return {
    name: isUnicode ? new StringReader(parts, 6).read(1) : narrowString(data, 6, 1, decode),
    offset: data.readUInt32LE(0),
    isHidden: (data.readUInt8(4) & 3) !== 0,
  };
}

function readFont(parts: readonly Buffer[], isUnicode: boolean, decode: Decode): Look {
  const [data = Buffer.alloc(0)] = parts;
  const name = isUnicode ? new StringReader(parts, FONT_NAME).read(1) : narrowString(data, FONT_NAME, 1, decode);
  return lookOf((data.readUInt16LE(2) & IS_STRUCK) !== 0, verticalOf(data.readUInt16LE(8)), name);
}

function* readStrings(parts: readonly Buffer[]): Generator<RichText> {
  const reader = new StringReader(parts, 8);
  for (let count = 0; count < MAX_STRINGS && !reader.isAtEnd; count++) yield reader.readRich(2);
}
