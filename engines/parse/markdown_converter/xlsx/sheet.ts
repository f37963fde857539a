/** Reads the cells of a worksheet as a stream, since a sheet may have a million. */
import { resolveLink } from '../../documents/html/links.ts';
import { decodeXml } from '../../documents/charset/xml.ts';
import type { Relationship } from '../shared/ooxml/package.ts';
import { scanXml } from '../../documents/xml.ts';
import { plainNumber } from '../shared/plain-number.ts';
import { cellContent, NO_LOOK, type CellContent, type StoredText } from '../shared/workbook/cell-content.ts';
import { LONG_INTEGER, unescapeText } from '../shared/workbook/cell-text.ts';
import { linkFormula, movedFormula, pictureOf } from '../shared/workbook/formulas.ts';
import { MAX_COLUMNS, MAX_ROWS, parseReference, type SheetCells } from '../shared/workbook/grid.ts';
import type { RichValues } from './rich-values.ts';
import { SheetBuilder } from '../shared/workbook/sheet-builder.ts';
import { ExtrasReader, type SheetExtras } from '../shared/workbook/sheet-extras.ts';
import { StringReader } from './strings.ts';
import type { CellStyles } from '../shared/workbook/cell-text.ts';

/** Data shared by the sheets of a workbook, in XML or in records. */
export interface SheetSources extends CellStyles {
  readonly strings: readonly StoredText[];
  /** Whether hidden rows and columns are read. */
  readonly readsHidden: boolean;
  /** Remaining number of cells that may be read. */
  readonly budget: { cells: number };
}

interface Workbook extends SheetSources {
  /** Whether the value 0 of a formula may be that of a program that does not compute. */
  readonly hasPlaceholders: boolean;
  readonly richValues: RichValues;
  /** Numbers of the styles that show truth values as checkboxes. */
  readonly checkboxes: ReadonlySet<number>;
}

export interface SheetContent {
  readonly cells: SheetCells;
  readonly extras: SheetExtras;
}

type Attributes = Readonly<Record<string, string>>;

/** Throws `too_large` when the workbook's budget is exhausted. */
export function readSheet(
  bytes: Uint8Array,
  relationships: ReadonlyMap<string, Relationship>,
  workbook: Workbook,
): SheetContent {
  const reader = new SheetReader(workbook, relationships);
  scanXml(decodeXml(bytes), {
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
  #metadata = 0;
  #formula = '';
  /** Number of the formula that the cell shares with others, or empty. */
  #shared = '';
  #movedLength = 0;
  readonly #sharedFormulas = new Map<string, SharedFormula>();
  #textOf: 'v' | 'f' | 'is' | null = null;
  readonly #inline = new StringReader();
  readonly #extras = new ExtrasReader();

  constructor(workbook: Workbook, relationships: ReadonlyMap<string, Relationship>) {
    this.#workbook = workbook;
    this.#relationships = relationships;
    this.#sheet = new SheetBuilder(workbook.budget, workbook.readsHidden);
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
        this.#metadata = Number(attributes['vm'] ?? 0);
        this.#value = '';
        this.#formula = '';
        this.#shared = '';
        break;
      case 'f':
        this.#shared = attributes['t'] === 'shared' ? (attributes['si'] ?? '') : '';
        this.#textOf = name;
        break;
      case 'is':
        this.#inline.take();
        this.#textOf = name;
        break;
      case 'v':
        this.#textOf = name;
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
        if (this.#textOf === 'is') this.#inline.open(name, attributes);
        else this.#extras.open(name, attributes);
    }
  }

  close(name: string): void {
    if (name === 'c') this.#addCell();
    else if (name === this.#textOf) {
      this.#textOf = null;
      const [formula, row, column] = [this.#formula, this.#row, this.#column];
      if (name === 'f' && this.#shared !== '' && formula !== '') {
        this.#sharedFormulas.set(this.#shared, { formula, row, column });
      }
    } else if (this.#textOf === 'is') this.#inline.close(name);
    else this.#extras.close(name);
  }

  text(text: string): void {
    if (this.#textOf === 'v') this.#value += text;
    else if (this.#textOf === 'f') this.#formula += text;
    else if (this.#textOf === 'is') this.#inline.text(text);
    else this.#extras.text(text);
  }

  finish(): SheetContent {
    return { cells: this.#sheet.finish(), extras: this.#extras.finish() };
  }

  #isHidden(attributes: Attributes): boolean {
    return !this.#workbook.readsHidden && /^(1|true)$/.test(attributes['hidden'] ?? '');
  }

  #addCell(): void {
    const [row, column] = [this.#row, this.#column];
    const formula = this.#formula === '' ? null : this.#formula;
    const link = formula === null ? null : linkFormula(formula);
    const address = link === null ? null : resolveLink(link.address, null);
    if (address !== null) this.#sheet.link({ top: row, left: column, bottom: row, right: column }, address);
    if (link !== null && this.#value === '') this.#value = link.words;
    const picture = formula === null ? null : pictureOf(formula);
    if (picture !== null) this.#sheet.addCell(row, column, this.#workbook.richValues.named(picture));
    else if (link === null && this.#isUnknown()) this.#sheet.addFormula(row, column, formula ?? this.#moved());
    else this.#sheet.addCell(row, column, this.#shown());
  }

  /** The first of the cells that share a formula has its text. */
  #moved(): string {
    const { formula, row, column } = this.#sharedFormulas.get(this.#shared) ?? { formula: '', row: 0, column: 0 };
    this.#movedLength += formula.length;
    return this.#movedLength > MAX_MOVED ? '…' : movedFormula(formula, this.#row - row, this.#column - column);
  }

  /** Whether the file lacks the value of the cell's formula. An empty string is a value. */
  #isUnknown(): boolean {
    if (this.#formula === '' && this.#shared === '') return false;
    if (this.#value.trim() === '') return this.#type !== 'str';
    return this.#workbook.hasPlaceholders && this.#type === 'n' && Number(this.#value) === 0;
  }

  #shown(): CellContent {
    if (this.#type === 'e' && this.#metadata > 0) {
      const rich = this.#workbook.richValues.shown(this.#metadata);
      if (rich !== null) return rich;
    }
    return cellContent(this.#stored(), this.#workbook.looks[this.#style] ?? NO_LOOK);
  }

  #truth(isTrue: boolean): string {
    if (this.#workbook.checkboxes.has(this.#style)) return isTrue ? '☑' : '☐';
    return isTrue ? 'TRUE' : 'FALSE';
  }

  #stored(): StoredText {
    const value = this.#value;
    if (this.#type === 'inlineStr') return this.#inline.take();
    if (value === '') return '';
    switch (this.#type) {
      case 's':
        return this.#workbook.strings[Number(value)] ?? '';
      case 'b':
        return this.#truth(value.trim() === '1');
      case 'd':
        return value.replace('T', ' ');
      case 'n': {
        if (LONG_INTEGER.test(value)) return value;
        const number = Number(value);
        return Number.isFinite(number) ? (this.#workbook.formats[this.#style] ?? plainNumber)(number) : value;
      }
      default:
        return unescapeText(value);
    }
  }
}

/** Maximum characters of the formulas of a sheet that are written anew for each cell that shares them. */
const MAX_MOVED = 1 << 24;

interface SharedFormula {
  readonly formula: string;
  readonly row: number;
  readonly column: number;
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
