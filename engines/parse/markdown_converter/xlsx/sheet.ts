/** Reads the cells of a worksheet as a stream, since a sheet may have a million. */
import { resolveLink } from '../../documents/html/links.ts';
import type { Relationship } from '../shared/ooxml/package.ts';
import { scanXml } from '../../documents/xml.ts';
import { plainNumber, type CellFormat } from '../shared/ooxml/number-text.ts';
import { unescapeText } from './cell-text.ts';
import { MAX_COLUMNS, MAX_ROWS, parseReference, type SheetCells } from './grid.ts';
import { SheetBuilder } from './sheet-builder.ts';

/** Data shared by the sheets of a workbook. */
export interface Workbook {
  readonly strings: readonly string[];
  /** By cell style number. */
  readonly formats: readonly CellFormat[];
  /** Whether hidden rows and columns are read. */
  readonly readsHidden: boolean;
  /** Remaining number of cells that may be read. */
  readonly budget: { cells: number };
}

type Attributes = Readonly<Record<string, string>>;

/** Throws `too_large` when the workbook's budget is exhausted. */
export function readSheet(
  bytes: Uint8Array,
  relationships: ReadonlyMap<string, Relationship>,
  workbook: Workbook,
): SheetCells {
  const reader = new SheetReader(workbook, relationships);
  scanXml(bytes, {
    open: (name, attributes) => reader.open(name, attributes),
    close: (name) => reader.close(name),
    text: (text) => reader.text(text),
  });
  return reader.finish();
}

class SheetReader {
  readonly #workbook: Workbook;
  readonly #relationships: ReadonlyMap<string, Relationship>;
  readonly #sheet: SheetBuilder;
  #row = -1;
  #column = -1;
  #type = '';
  #style = 0;
  #value = '';
  #isText = false;
  /** Inside a phonetic guide. */
  #isPhonetic = false;

  constructor(workbook: Workbook, relationships: ReadonlyMap<string, Relationship>) {
    this.#workbook = workbook;
    this.#relationships = relationships;
    this.#sheet = new SheetBuilder(workbook.budget);
  }

  open(name: string, attributes: Attributes): void {
    switch (name) {
      case 'row':
        this.#row = index(attributes['r'], MAX_ROWS) ?? this.#row + 1;
        this.#column = -1;
        if (this.#isHidden(attributes)) this.#sheet.hideRows(this.#row, this.#row);
        else this.#sheet.sizeRow(this.#row, Number(attributes['ht'] ?? NaN));
        break;
      case 'c':
        this.#column = columnOf(attributes['r']) ?? this.#column + 1;
        this.#type = attributes['t'] ?? 'n';
        this.#style = Number(attributes['s'] ?? 0);
        this.#value = '';
        break;
      case 'v':
      case 't':
        this.#isText = !this.#isPhonetic;
        break;
      case 'rPh':
        this.#isPhonetic = true;
        break;
      case 'col': {
        const first = index(attributes['min'], MAX_COLUMNS);
        const last = index(attributes['max'], MAX_COLUMNS);
        if (first === null || last === null) break;
        if (this.#isHidden(attributes)) this.#sheet.hideColumns(first, last);
        else this.#sheet.sizeColumns(first, last, Number(attributes['width'] ?? NaN));
        break;
      }
      case 'mergeCell': {
        const area = parseReference(attributes['ref'] ?? '');
        if (area !== null) this.#sheet.merge(area);
        break;
      }
      case 'hyperlink': {
        const area = parseReference(attributes['ref'] ?? '');
        const relationship = this.#relationships.get(attributes['r:id'] ?? '');
        const address = relationship?.isExternal === true ? resolveLink(relationship.target, null) : null;
        if (area !== null && address !== null) this.#sheet.link(area, address);
        break;
      }
      default:
    }
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isText = false;
    else if (name === 'rPh') this.#isPhonetic = false;
    else if (name === 'c') this.#addCell();
  }

  text(text: string): void {
    if (this.#isText) this.#value += text;
  }

  finish(): SheetCells {
    return this.#sheet.finish();
  }

  #isHidden(attributes: Attributes): boolean {
    return !this.#workbook.readsHidden && /^(1|true)$/.test(attributes['hidden'] ?? '');
  }

  #addCell(): void {
    if (this.#value !== '') this.#sheet.addCell(this.#row, this.#column, this.#shown());
  }

  #shown(): string {
    const value = this.#value;
    switch (this.#type) {
      case 's':
        return this.#workbook.strings[Number(value)] ?? '';
      case 'b':
        return value.trim() === '1' ? 'TRUE' : 'FALSE';
      case 'd':
        return value.replace('T', ' ');
      case 'n': {
        const number = Number(value);
        return Number.isFinite(number) ? (this.#workbook.formats[this.#style] ?? plainNumber)(number) : value;
      }
      default:
        return unescapeText(value);
    }
  }
}

/** Converts a number from 1 to an index from 0; `null` if invalid or too large. */
function index(value: string | undefined, limit: number): number | null {
  const number = Number.parseInt(value ?? '', 10);
  return number >= 1 && number <= limit ? number - 1 : null;
}

/** The column of a reference like `AB12`. Avoids a regular expression, since it runs for each of a million cells. */
function columnOf(reference: string | undefined): number | null {
  let column = 0;
  for (let at = 0; at < (reference?.length ?? 0); at++) {
    const code = reference?.charCodeAt(at) ?? 0;
    if (code < 65) break;
    column = column * 26 + (code & 31);
  }
  return column === 0 ? null : column - 1;
}
