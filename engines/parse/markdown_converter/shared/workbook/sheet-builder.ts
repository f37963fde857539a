/** Builds the cell grid of a sheet, without hidden cells and with merged cells repeated. */
import { ServiceError } from '../../../../../errors/index.ts';
import type { CellContent } from './cell-content.ts';
import { shownFormula } from './formulas.ts';
import {
  MAX_CELLS,
  MAX_COLUMNS,
  MAX_ROWS,
  setCell,
  type Area,
  type Grid,
  type SheetCells,
  type Spacers,
} from './grid.ts';
import { isVisible } from '../drawingml/text.ts';
import { HiddenLines } from './hidden.ts';

/** Below half of Excel's default, in characters; the narrow columns of statements have 1 to 3. */
const NARROW_COLUMN = 4;
/** Below half of Excel's default, in points. */
const LOW_ROW = 7.5;

/** A larger merged cell is decoration that extends beyond the used area. */
const MAX_MERGED = 1000;

export class SheetBuilder {
  readonly #budget: { cells: number };
  readonly #readsHidden: boolean;
  readonly #grid = new Map<number, Map<number, CellContent>>();
  readonly #rows = new HiddenLines();
  readonly #columns = new HiddenLines();
  #formulas = 0;
  #covered = 0;
  readonly #omittedRows = new Set<number>();
  readonly #omittedColumns = new Set<number>();
  readonly #narrowColumns: { readonly first: number; readonly last: number }[] = [];
  readonly #lowRows: number[] = [];
  readonly #merges: Area[] = [];
  readonly #links: { readonly area: Area; readonly address: string }[] = [];

  /** `budget` is the number of cells that the workbook may still have. */
  constructor(budget: { cells: number }, readsHidden: boolean) {
    this.#budget = budget;
    this.#readsHidden = readsHidden;
  }

  /** Hide rows and columns before adding their cells. Ends are inclusive. */
  hideRows(first: number, last: number): void {
    this.#rows.add(first, last);
  }

  hideColumns(first: number, last: number): void {
    this.#columns.add(first, last);
  }

  /** `width` in characters of the default font. Ends are inclusive. */
  sizeColumns(first: number, last: number, width: number): void {
    if (width < NARROW_COLUMN) this.#narrowColumns.push({ first, last });
  }

  /** `height` in points. */
  sizeRow(row: number, height: number): void {
    if (height < LOW_ROW) this.#lowRows.push(row);
  }

  merge(area: Area): void {
    this.#merges.push(area);
  }

  link(area: Area, address: string): void {
    this.#links.push({ area, address });
  }

  /** Returns whether the cell is shown. Throws `too_large` when the budget is exhausted. */
  addCell(row: number, column: number, value: CellContent): boolean {
    if (row < 0 || row >= MAX_ROWS || column >= MAX_COLUMNS) return false;
    const content = typeof value === 'string' ? value.trim() : value;
    if (typeof content === 'string' ? content === '' : !isVisible(content)) return false;
    const [isRowHidden, isColumnHidden] = [this.#rows.has(row), this.#columns.has(column)];
    if (isRowHidden) this.#omittedRows.add(row);
    else if (isColumnHidden) this.#omittedColumns.add(column);
    else this.#set(this.#rows.visibleBefore(row), this.#columns.visibleBefore(column), content);
    return !isRowHidden && !isColumnHidden;
  }

  /** A cell whose value the file does not have. */
  addFormula(row: number, column: number, formula: string): void {
    if (this.addCell(row, column, shownFormula(formula))) this.#formulas++;
  }

  finish(): SheetCells {
    const used = usedArea(this.#grid);
    const merges = this.#merges.flatMap((area) => this.#expand(area, used));
    const links = new Map<number, Map<number, string>>();
    for (const { area, address } of this.#links) {
      if (this.#rows.has(area.top) || this.#columns.has(area.left)) continue;
      const { top, left } = this.#visible(area);
      setCell(links, top, left, address);
    }
    const hidden = { rows: this.#omittedRows.size, columns: this.#omittedColumns.size, covered: this.#covered };
    return { grid: this.#grid, links, merges, spacers: this.#spacers(used), hidden, formulas: this.#formulas };
  }

  /** Those within the used area, by their visible place. */
  #spacers({ right }: Area): Spacers {
    const columns = new Set<number>();
    let column = 0;
    for (const { first, last } of this.#narrowColumns.toSorted((a, b) => a.first - b.first)) {
      const end = Math.min(this.#columns.visibleBefore(last + 1), right);
      for (column = Math.max(column, this.#columns.visibleBefore(first)); column < end; column++) columns.add(column);
    }
    const rows = this.#lowRows.filter((row) => !this.#rows.has(row)).map((row) => this.#rows.visibleBefore(row));
    return { columns, rows: new Set(rows) };
  }

  #set(row: number, column: number, content: CellContent): void {
    if (--this.#budget.cells < 0) throw tooLarge();
    setCell(this.#grid, row, column, content);
  }

  /** An area without its hidden rows and columns; empty areas end before they start. */
  #visible({ top, left, bottom, right }: Area): Area {
    return {
      top: this.#rows.visibleBefore(top),
      left: this.#columns.visibleBefore(left),
      bottom: this.#rows.visibleBefore(bottom + 1) - 1,
      right: this.#columns.visibleBefore(right + 1) - 1,
    };
  }

  /** Repeats the text of a merged cell, unless other cells below it are to be shown. */
  #expand(merged: Area, used: Area): Area[] {
    let area = this.#visible(merged);
    const content = this.#grid.get(area.top)?.get(area.left);
    if (content === undefined) return [];
    if ((area.bottom - area.top + 1) * (area.right - area.left + 1) > MAX_MERGED) {
      area = { ...area, bottom: Math.min(area.bottom, used.bottom), right: Math.min(area.right, used.right) };
    }
    if (area.top >= area.bottom && area.left >= area.right) return [];
    const size = (area.bottom - area.top + 1) * (area.right - area.left + 1);
    if (size > this.#budget.cells) throw tooLarge();
    const covered = this.#othersIn(area, content);
    if (covered > 0 && this.#readsHidden) {
      this.#budget.cells -= size;
      return [];
    }
    this.#covered += covered;
    for (let row = area.top; row <= area.bottom; row++) {
      for (let column = area.left; column <= area.right; column++) this.#set(row, column, content);
    }
    return [area];
  }

  /** The number of cells of an area with other content. */
  #othersIn({ top, left, bottom, right }: Area, content: CellContent): number {
    let others = 0;
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        if ((this.#grid.get(row)?.get(column) ?? content) !== content) others++;
      }
    }
    return others;
  }
}

const tooLarge = (): ServiceError =>
  new ServiceError('too_large', `The workbook has more than ${MAX_CELLS} cells.`, { limit_cells: MAX_CELLS });

function usedArea(grid: Grid<CellContent>): Area {
  let [bottom, right] = [0, 0];
  for (const [row, cells] of grid) {
    bottom = Math.max(bottom, row);
    for (const column of cells.keys()) right = Math.max(right, column);
  }
  return { top: 0, left: 0, bottom, right };
}
