/** The cell grid of a sheet. */
import type { CellContent } from './cell-content.ts';

/** A rectangle of cells: rows and columns from 0, ends inclusive. */
export interface Area {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** Values of cells by column, by row. Empty cells are absent. */
export type Grid<T> = ReadonlyMap<number, ReadonlyMap<number, T>>;

export interface SheetCells {
  /** What cells show; that of a merged cell is repeated in each covered cell. */
  readonly grid: Grid<CellContent>;
  /** Link targets of cells. */
  readonly links: Grid<string>;
  /** Merged cells with text. */
  readonly merges: readonly Area[];
  readonly spacers: Spacers;
  readonly hidden: HiddenCounts;
  /** Number of shown cells with a formula in place of its value. */
  readonly formulas: number;
}

/** Numbers of rows and columns with content, and of cells that a merged one covers, that are left out. */
export interface HiddenCounts {
  readonly rows: number;
  readonly columns: number;
  readonly covered: number;
}

/**
 * Columns and rows so small that they hold no text of the usual size: if empty, they only set parts of a table apart.
 */
export interface Spacers {
  readonly columns: ReadonlySet<number>;
  readonly rows: ReadonlySet<number>;
}

export function setCell<T>(grid: Map<number, Map<number, T>>, row: number, column: number, value: T): void {
  const cells = grid.get(row);
  if (cells === undefined) grid.set(row, new Map([[column, value]]));
  else cells.set(column, value);
}

/** Maximum number of cells of one workbook, including those covered by merged cells. */
export const MAX_CELLS = 2_000_000;

/** Rows and columns of the largest sheets. */
export const MAX_ROWS = 1_048_576;
export const MAX_COLUMNS = 16_384;

/** Parses `B3` or `A1:C4`; `null` for anything else. */
export function parseReference(reference: string): Area | null {
  const match = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/i.exec(reference.trim());
  if (match === null) return null;
  const [, left = '', top = '', right = left, bottom = top] = match;
  const area = { top: Number(top) - 1, left: columnIndex(left), bottom: Number(bottom) - 1, right: columnIndex(right) };
  const isInside = area.top >= 0 && area.bottom < MAX_ROWS && area.right < MAX_COLUMNS;
  return isInside && area.top <= area.bottom && area.left <= area.right ? area : null;
}

/** `A` is 0, `AA` is 26. */
export function columnIndex(letters: string): number {
  let index = 0;
  for (const letter of letters.toUpperCase()) index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}

/** `A1` of a row and column from 0. */
export const referenceOf = (row: number, column: number): string => `${columnLetters(column)}${row + 1}`;

export function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}
