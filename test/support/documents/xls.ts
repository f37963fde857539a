/** Excel 97 workbooks made in a test: sheets of records. */
import { makeCompoundFile } from './compound-file.ts';
import { uint16, uint32 } from './doc.ts';

/** A record by its type and data. */
export function xlsRecord(type: number, ...data: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.concat(data);
  return Buffer.concat([uint16(type), uint16(bytes.length), bytes]);
}

/** A string behind its length of two bytes. */
export function xlsString(text: string): Buffer {
  return Buffer.concat([uint16(text.length), Buffer.from([1]), Buffer.from(text, 'utf16le')]);
}

/** Head of a cell record: row, column, style. */
export function at(row: number, column: number, style = 0): Buffer {
  return Buffer.concat([uint16(row), uint16(column), uint16(style)]);
}

export function double(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}

const BEGIN = Buffer.concat([uint16(0x600), Buffer.alloc(14)]);

export interface XlsSheet {
  readonly name: string;
  readonly records: readonly Buffer[];
  readonly isHidden?: boolean;
}

/** `globals` are records before those that list the sheets; `streams` are further ones. */
export function makeXls(
  sheets: readonly XlsSheet[],
  globals: readonly Buffer[] = [],
  streams: Readonly<Record<string, Uint8Array>> = {},
): Buffer {
  const bodies = sheets.map(({ records }) => Buffer.concat([xlsRecord(0x809, BEGIN), ...records, xlsRecord(0x0a)]));
  const head = (offsets: readonly number[]): Buffer =>
    Buffer.concat([
      xlsRecord(0x809, BEGIN),
      ...globals,
      ...sheets.map(({ name, isHidden }, index) =>
        xlsRecord(
          0x85,
          uint32(offsets[index] ?? 0),
          Buffer.from([isHidden === true ? 1 : 0, 0, name.length, 1]),
          Buffer.from(name, 'utf16le'),
        ),
      ),
      xlsRecord(0x0a),
    ]);
  const size = head([]).length;
  const offsets = bodies.map((_, index) => size + bodies.slice(0, index).reduce((sum, body) => sum + body.length, 0));
  return makeCompoundFile({ Workbook: Buffer.concat([head(offsets), ...bodies]), ...streams });
}
