/** Binary workbooks made in a test. */
import { makeZip } from './zip.ts';

export function record(type: number, ...parts: readonly Buffer[]): Buffer {
  const data = Buffer.concat(parts);
  return Buffer.concat([variable(type), variable(data.length), data]);
}

function variable(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7) {
    bytes.push(rest > 0x7f ? (rest & 0x7f) | 0x80 : rest);
    if (rest <= 0x7f) return Buffer.from(bytes);
  }
}

export function uint32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, index * 4);
  return bytes;
}

export function double(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}

export const wide = (text: string): Buffer => Buffer.concat([uint32(text.length), Buffer.from(text, 'utf16le')]);
export const rich = (text: string): Buffer => Buffer.concat([Buffer.from([0]), wide(text)]);

/** The record of a row and those of its cells. `hidden` hides it. */
export function row(index: number, cells: readonly Buffer[], hidden = false): Buffer {
  const flags = Buffer.from([0, 0, 0, hidden ? 0x10 : 0]);
  return Buffer.concat([record(0, uint32(index, 0), flags, Buffer.alloc(5)), ...cells]);
}

/** A cell: the record's type, column, number of the style, and value. */
export const cell = (type: number, column: number, style: number, value: Buffer): Buffer =>
  record(type, uint32(column, style), value);

export interface BinarySheet {
  readonly name: string;
  readonly records: readonly Buffer[];
  /** 1 hides the sheet. */
  readonly state?: number;
  /** `Relationship` elements of the sheet. */
  readonly relationships?: string;
}

/** A font: `flags` has 8 for struck, `position` 1 for superscript and 2 for subscript. */
export function font(name: string, flags = 0, position = 0): Buffer {
  const head = Buffer.alloc(21);
  head.writeUInt16LE(flags, 2);
  head.writeUInt16LE(position, 6);
  return record(43, head, wide(name));
}

export interface XlsbParts {
  /** Texts, or the data of records. */
  readonly strings?: readonly (string | Buffer)[];
  readonly fonts?: readonly Buffer[];
  /** Numbers of the formats of the cell styles, or of their format and font. */
  readonly styles?: readonly (number | readonly [format: number, font: number])[];
  readonly is1904?: boolean;
  readonly others?: Readonly<Record<string, Uint8Array | string>>;
}

const NAMESPACE = 'http://schemas.openxmlformats.org/package/2006/relationships';

export function makeXlsb(sheets: readonly BinarySheet[], parts: XlsbParts = {}): Uint8Array {
  const { strings = [], fonts = [], styles = [], is1904 = false, others = {} } = parts;
  const list = (content: string): string => `<Relationships xmlns="${NAMESPACE}">${content}</Relationships>`;
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`;
  const styleRecords = styles.map((style) => {
    const [format, fontNumber] = typeof style === 'number' ? [style, 0] : style;
    return record(47, Buffer.from([0, 0, format, 0, fontNumber, 0]), Buffer.alloc(10));
  });
  return makeZip({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': list(relation('R', 'officeDocument', 'xl/workbook.bin')),
    'xl/workbook.bin': Buffer.concat([
      record(153, uint32(is1904 ? 1 : 0)),
      ...sheets.map(({ name, state = 0 }, index) =>
        record(156, uint32(state, index + 1), wide(`S${index}`), wide(name)),
      ),
    ]),
    'xl/_rels/workbook.bin.rels': list(
      relation('T', 'sharedStrings', 'sharedStrings.bin') +
        relation('Y', 'styles', 'styles.bin') +
        sheets.map((_, index) => relation(`S${index}`, 'worksheet', `worksheets/sheet${index}.bin`)).join(''),
    ),
    'xl/sharedStrings.bin': Buffer.concat(
      strings.map((text) => record(19, typeof text === 'string' ? rich(text) : text)),
    ),
    'xl/styles.bin': Buffer.concat([...fonts, record(47, Buffer.alloc(16)), record(617), ...styleRecords, record(618)]),
    ...Object.fromEntries(
      sheets.flatMap(({ records, relationships = '' }, index) => [
        [`xl/worksheets/sheet${index}.bin`, Buffer.concat(records)],
        [`xl/worksheets/_rels/sheet${index}.bin.rels`, list(relationships)],
      ]),
    ),
    ...others,
  });
}
