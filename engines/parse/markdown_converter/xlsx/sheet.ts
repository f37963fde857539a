/** Reads the cells of a worksheet as a stream: a sheet may have a million of them. */
import { ServiceError } from '../../../../platform/errors.ts';
import { resolveLink } from '../html/links.ts';
import type { Relationship } from '../ooxml/package.ts';
import { scanXml } from '../ooxml/xml.ts';
import { plainNumber, type CellFormat } from '../ooxml/number-text.ts';
import { unescapeText } from './cell-text.ts';
import { MAX_CELLS, MAX_COLUMNS, MAX_ROWS, parseReference, setCell, type Area, type SheetCells } from './grid.ts';
import { HiddenLines } from './hidden.ts';

/** What the sheets of a workbook share. */
export interface Workbook {
  readonly strings: readonly string[];
  /** By the number of the cell style. */
  readonly formats: readonly CellFormat[];
  /** Whether hidden rows and columns are read. */
  readonly readsHidden: boolean;
  /** Cells that may still be read. */
  readonly budget: { cells: number };
}

type Attributes = Readonly<Record<string, string>>;

/** Throws `too_large` when the workbook's budget is used up. */
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

/** A merged cell of more cells is a decoration that reaches beyond what is used. */
const MAX_MERGED = 1000;

class SheetReader {
  readonly #workbook: Workbook;
  readonly #relationships: ReadonlyMap<string, Relationship>;
  readonly #grid = new Map<number, Map<number, string>>();
  readonly #rows = new HiddenLines();
  readonly #columns = new HiddenLines();
  readonly #merges: Area[] = [];
  readonly #links: { readonly area: Area; readonly address: string }[] = [];
  #row = -1;
  #column = -1;
  #type = '';
  #style = 0;
  #value = '';
  #isText = false;
  /** Inside how a word is pronounced. */
  #isPhonetic = false;

  constructor(workbook: Workbook, relationships: ReadonlyMap<string, Relationship>) {
    this.#workbook = workbook;
    this.#relationships = relationships;
  }

  open(name: string, attributes: Attributes): void {
    switch (name) {
      case 'row':
        this.#row = index(attributes['r'], MAX_ROWS) ?? this.#row + 1;
        this.#column = -1;
        if (this.#isHidden(attributes)) this.#rows.add(this.#row, this.#row);
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
        if (first !== null && last !== null && this.#isHidden(attributes)) this.#columns.add(first, last);
        break;
      }
      case 'mergeCell': {
        const area = parseReference(attributes['ref'] ?? '');
        if (area !== null) this.#merges.push(area);
        break;
      }
      case 'hyperlink': {
        const area = parseReference(attributes['ref'] ?? '');
        const relationship = this.#relationships.get(attributes['r:id'] ?? '');
        const address = relationship?.isExternal === true ? resolveLink(relationship.target, null) : null;
        if (area !== null && address !== null) this.#links.push({ area, address });
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
    const used = usedArea(this.#grid);
    const merges = this.#merges.flatMap((area) => this.#expand(area, used));
    const links = new Map<number, Map<number, string>>();
    for (const { area, address } of this.#links) {
      const { top, left } = this.#visible(area);
      setCell(links, top, left, address);
    }
    return { grid: this.#grid, links, merges };
  }

  #isHidden(attributes: Attributes): boolean {
    return !this.#workbook.readsHidden && /^(1|true)$/.test(attributes['hidden'] ?? '');
  }

  #addCell(): void {
    if (this.#value === '' || this.#row < 0 || this.#row >= MAX_ROWS || this.#column >= MAX_COLUMNS) return;
    if (this.#rows.has(this.#row) || this.#columns.has(this.#column)) return;
    const text = this.#shown().trim();
    if (text !== '') this.#set(this.#rows.visibleBefore(this.#row), this.#columns.visibleBefore(this.#column), text);
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

  #set(row: number, column: number, text: string): void {
    if (--this.#workbook.budget.cells < 0) {
      throw new ServiceError('too_large', `The workbook has more than ${MAX_CELLS} cells.`, { limit_cells: MAX_CELLS });
    }
    setCell(this.#grid, row, column, text);
  }

  /** An area without its hidden rows and columns. It may end before it begins. */
  #visible({ top, left, bottom, right }: Area): Area {
    return {
      top: this.#rows.visibleBefore(top),
      left: this.#columns.visibleBefore(left),
      bottom: this.#rows.visibleBefore(bottom + 1) - 1,
      right: this.#columns.visibleBefore(right + 1) - 1,
    };
  }

  /** Repeats the text of a merged cell. */
  #expand(merged: Area, used: Area): Area[] {
    let area = this.#visible(merged);
    const text = this.#grid.get(area.top)?.get(area.left);
    if (text === undefined) return [];
    if ((area.bottom - area.top + 1) * (area.right - area.left + 1) > MAX_MERGED) {
      area = { ...area, bottom: Math.min(area.bottom, used.bottom), right: Math.min(area.right, used.right) };
    }
    if (area.top >= area.bottom && area.left >= area.right) return [];
    for (let row = area.top; row <= area.bottom; row++) {
      for (let column = area.left; column <= area.right; column++) this.#set(row, column, text);
    }
    return [area];
  }
}

function usedArea(grid: ReadonlyMap<number, ReadonlyMap<number, string>>): Area {
  let [bottom, right] = [0, 0];
  for (const [row, cells] of grid) {
    bottom = Math.max(bottom, row);
    for (const column of cells.keys()) right = Math.max(right, column);
  }
  return { top: 0, left: 0, bottom, right };
}

/** A number from 1 as an index from 0; `null` for what is none or too large. */
function index(value: string | undefined, limit: number): number | null {
  const number = Number.parseInt(value ?? '', 10);
  return number >= 1 && number <= limit ? number - 1 : null;
}

/** The column of a reference like `AB12`, without the cost of a pattern for each of a million cells. */
function columnOf(reference: string | undefined): number | null {
  let column = 0;
  for (let at = 0; at < (reference?.length ?? 0); at++) {
    const code = reference?.charCodeAt(at) ?? 0;
    if (code < 65) break;
    column = column * 26 + (code & 31);
  }
  return column === 0 ? null : column - 1;
}
