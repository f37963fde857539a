/** Creates Word 97 documents: paragraphs with a style, a list or a table cell. */
import { makeCompoundFile } from './compound-file.ts';

export interface DocParagraph {
  /** Text, with the marks of fields and notes as control characters. */
  readonly text: string;
  /** 0 is body text, 1 to 9 the built-in headings, 10 the title. */
  readonly style?: number;
  /** Mark that ends it: `\r`, or `\x07` for cells and rows. */
  readonly mark?: string;
  /** Property list of the paragraph. */
  readonly properties?: Uint8Array;
  /** Property list of all its characters. */
  readonly characters?: Uint8Array;
}

export interface DocSettings {
  readonly encrypted?: boolean;
  /** Further parts of the table stream by their number in the header. */
  readonly parts?: Readonly<Record<number, Uint8Array>>;
  /** Bytes behind part 73: the levels of the lists. */
  readonly levels?: Uint8Array;
  /** Lengths of the stories after the main one, whose paragraphs come last. */
  readonly footnotes?: number;
  /** Further streams by name. */
  readonly streams?: Readonly<Record<string, Uint8Array>>;
}

const TEXT_AT = 1024;

export function makeDoc(paragraphs: readonly DocParagraph[], settings: DocSettings = {}): Buffer {
  const texts = paragraphs.map(({ text, mark = '\r' }) => text + mark);
  const text = Buffer.from(texts.join(''), 'utf16le');
  const characters = text.length / 2;
  const ends: number[] = [];
  for (const paragraph of texts) ends.push((ends.at(-1) ?? TEXT_AT) + paragraph.length * 2);
  const pagesAt = Math.ceil((TEXT_AT + text.length) / 512);
  const paragraphPage = page(ends, 13, (index) => {
    const { style = 0, properties = Buffer.alloc(0) } = paragraphs[index] ?? {};
    const list = Buffer.concat([uint16(style), properties]);
    return list.length % 2 === 1
      ? Buffer.concat([Buffer.from([(list.length + 1) / 2]), list])
      : Buffer.concat([Buffer.from([0, list.length / 2]), list]);
  });
  const characterPage = page(ends, 1, (index) => {
    const list = paragraphs[index]?.characters ?? Buffer.alloc(0);
    return Buffer.concat([Buffer.from([list.length]), list]);
  });

  const document = Buffer.alloc(pagesAt * 512);
  text.copy(document, TEXT_AT);
  document.writeUInt16LE(0xa5ec, 0);
  document.writeUInt16LE(0xc1, 2);
  document.writeUInt16LE(0x0200 | (settings.encrypted === true ? 0x0100 : 0), 10);
  document.writeUInt32LE(characters - (settings.footnotes ?? 0), 76);
  document.writeUInt32LE(settings.footnotes ?? 0, 80);

  const table: Buffer[] = [];
  let tableAt = 0;
  const add = (number: number, bytes: Uint8Array, behind: Uint8Array = Buffer.alloc(0)): void => {
    document.writeUInt32LE(tableAt, 154 + number * 8);
    document.writeUInt32LE(bytes.length, 154 + number * 8 + 4);
    table.push(Buffer.from(bytes), Buffer.from(behind));
    tableAt += bytes.length + behind.length;
  };
  const pieces = Buffer.concat([uint32(0), uint32(characters), uint16(0), uint32(TEXT_AT), uint16(0)]);
  add(33, Buffer.concat([Buffer.from([2]), uint32(pieces.length), pieces]));
  add(1, styleSheet());
  add(12, Buffer.concat([uint32(TEXT_AT), uint32(ends.at(-1) ?? 0), uint32(pagesAt + 1)]));
  add(13, Buffer.concat([uint32(TEXT_AT), uint32(ends.at(-1) ?? 0), uint32(pagesAt)]));
  for (const [number, bytes] of Object.entries(settings.parts ?? {})) {
    add(Number(number), bytes, number === '73' ? settings.levels : undefined);
  }
  return makeCompoundFile({
    WordDocument: Buffer.concat([document, paragraphPage, characterPage]),
    '1Table': Buffer.concat(table),
    ...settings.streams,
  });
}

/** A page of formatting: offsets, then where each run's list lies, lists from the end. */
function page(ends: readonly number[], width: number, listOf: (index: number) => Buffer): Buffer {
  const bytes = Buffer.alloc(512);
  bytes[511] = ends.length;
  bytes.writeUInt32LE(TEXT_AT, 0);
  let free = 510;
  for (const [index, end] of ends.entries()) {
    bytes.writeUInt32LE(end, (index + 1) * 4);
    const list = listOf(index);
    free = (free - list.length) & ~1;
    list.copy(bytes, free);
    bytes[(ends.length + 1) * 4 + index * width] = free / 2;
  }
  return bytes;
}

/** Body text, headings 1 to 9 and the title, which is built-in style 62. */
function styleSheet(): Buffer {
  const styles = Array.from({ length: 11 }, (_, index) => {
    const name = index === 0 ? 'Normal' : index === 10 ? 'Title' : `heading ${index}`;
    const builtIn = index === 10 ? 62 : index;
    const base = Buffer.concat([uint16(builtIn), uint16((0xfff << 4) | 1), uint16(0), uint16(0), uint16(0)]);
    const style = Buffer.concat([base, uint16(name.length), Buffer.from(`${name}\0`, 'utf16le')]);
    return Buffer.concat([uint16(style.length), style]);
  });
  return Buffer.concat([uint16(6), uint16(styles.length), uint16(10), uint16(0), ...styles]);
}

/** One entry of a property list: an operation and its operand. */
export function property(code: number, ...operand: readonly number[]): Buffer {
  return Buffer.concat([uint16(code), Buffer.from(operand)]);
}

/** The property of a row's mark that gives its cells: edges in twips, and flags of merging by cell. */
export function cellDefinitions(edges: readonly number[], flags: readonly number[] = []): Buffer {
  const count = edges.length - 1;
  const operand = Buffer.concat([
    Buffer.from([count]),
    ...edges.map(uint16),
    ...Array.from({ length: count }, (_, index) => Buffer.concat([uint16(flags[index] ?? 0), Buffer.alloc(18)])),
  ]);
  return Buffer.concat([uint16(0xd608), uint16(operand.length + 1), operand]);
}

export function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value & 0xffff);
  return bytes;
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}
