/** The cell grid of a sheet of a spreadsheet. Rows and cells may be repeated, also a million times to the end. */
import { ServiceError } from '../../../../errors/index.ts';
import { resolveLink } from '../../documents/html/links.ts';
import { childrenOf, walk, type XmlElement } from '../../documents/xml.ts';
import type { CellContent } from '../shared/workbook/cell-content.ts';
import { linkFormula } from '../shared/workbook/formulas.ts';
import {
  MAX_CELLS,
  MAX_COLUMNS,
  MAX_ROWS,
  referenceOf,
  setCell,
  type Area,
  type SheetCells,
} from '../shared/workbook/grid.ts';
import { plainFormula, readCell, type CellLooks } from './cell-content.ts';
import { wholeNumber } from './styles.ts';
import { rowsOf } from './tables.ts';
import type { ValidatedCells } from './validations.ts';

export interface SheetSources {
  readonly looks: CellLooks;
  /** Remaining number of cells that may be read. */
  readonly budget: { cells: number };
  readonly readsHidden: boolean;
}

export interface SheetContent {
  readonly cells: SheetCells;
  readonly validated: readonly ValidatedCells[];
  readonly comments: readonly { readonly annotation: XmlElement; readonly on: string }[];
}

/** Throws `too_large` when the budget is exhausted. */
export function readSheet(table: XmlElement, { looks, budget, readsHidden }: SheetSources): SheetContent {
  const grid = new Map<number, Map<number, CellContent>>();
  const links = new Map<number, Map<number, string>>();
  const merges: Area[] = [];
  const validated: ValidatedCells[] = [];
  const comments: { annotation: XmlElement; on: string }[] = [];
  const columns = columnsOf(table, readsHidden);
  const hiddenColumns = new Set<number>();
  let [top, line, hiddenRows, formulas, covered] = [0, 0, 0, 0, 0];
  let showsCovered = false;
  for (const { element: row } of rowsOf(table)) {
    const repeated = Math.max(1, wholeNumber(row.attributes['table:number-rows-repeated'], MAX_ROWS, 1));
    const cells = cellsOf(row, columns, looks);
    for (const { rule, annotations, column, repeated: along } of cells) {
      for (const annotation of annotations) comments.push({ annotation, on: referenceOf(line, column) });
      if (rule !== '')
        validated.push({ rule, top: line, left: column, bottom: line + repeated - 1, right: column + along - 1 });
    }
    line += repeated;
    const filled = cells.filter(({ content }) => content.length > 0);
    if (isHidden(row) && !readsHidden) {
      if (filled.length > 0) hiddenRows += repeated;
      continue;
    }
    const places = filled.flatMap((cell) => placesOf(cell, columns, hiddenColumns));
    for (let copy = 0; copy < repeated && places.length > 0; copy++) {
      for (const { cell, left } of places) {
        const { content, href, spannedColumns, spannedRows, isFormula } = cell;
        const covering = cell.isCovered ? (grid.get(top + copy)?.get(left) ?? content) : content;
        if (covering !== content && !readsHidden) {
          covered++;
          continue;
        }
        showsCovered ||= covering !== content;
        budget.cells -= spannedColumns * spannedRows;
        if (budget.cells < 0) {
          throw new ServiceError('too_large', `The sheets have more than ${MAX_CELLS} cells.`, {
            limit_cells: MAX_CELLS,
          });
        }
        if (isFormula) formulas++;
        for (let down = 0; down < spannedRows; down++) {
          for (let along = 0; along < spannedColumns; along++) setCell(grid, top + copy + down, left + along, content);
        }
        if (href !== null) setCell(links, top + copy, left, href);
        if (spannedColumns * spannedRows > 1) {
          const [bottom, right] = [top + copy + spannedRows - 1, left + spannedColumns - 1];
          merges.push({ top: top + copy, left, bottom, right });
        }
      }
    }
    top += repeated;
  }
  const spacers = { columns: new Set<number>(), rows: new Set<number>() };
  const hidden = { rows: hiddenRows, columns: hiddenColumns.size, covered };
  const shownMerges = showsCovered ? [] : merges;
  return { cells: { grid, links, merges: shownMerges, spacers, hidden, formulas }, validated, comments };
}

const isHidden = ({ attributes }: XmlElement): boolean =>
  /^(collapse|filter)$/.test(attributes['table:visibility'] ?? '');

interface SheetCell {
  /** Empty for a cell without content. */
  readonly content: CellContent;
  readonly isFormula: boolean;
  /** Whether a merged cell covers it. */
  readonly isCovered: boolean;
  readonly href: string | null;
  /** Name of the rule for its values, or empty. */
  readonly rule: string;
  readonly annotations: readonly XmlElement[];
  readonly column: number;
  readonly repeated: number;
  readonly spannedColumns: number;
  readonly spannedRows: number;
}

/** The cells of a row that have content, a rule or a comment. */
function cellsOf(row: XmlElement, columns: readonly Column[], looks: CellLooks): SheetCell[] {
  const cells: SheetCell[] = [];
  let column = 0;
  for (const cell of childrenOf(row)) {
    const { attributes } = cell;
    const count = Math.max(1, wholeNumber(attributes['table:number-columns-repeated'], MAX_COLUMNS, 1));
    const repeated = Math.min(count, MAX_COLUMNS - column);
    const style = attributes['table:style-name'] ?? columns[column]?.style;
    const isCovered = cell.name !== 'table:table-cell';
    const { content, isFormula } = readCell(cell, looks.ofCell(style), looks);
    const rule = isCovered ? '' : (attributes['table:content-validation-name'] ?? '');
    const annotations = childrenOf(cell, 'office:annotation');
    if (repeated > 0 && (content.length > 0 || rule !== '' || annotations.length > 0)) {
      cells.push({
        content,
        isFormula,
        isCovered,
        href: content.length === 0 ? null : linkOf(cell),
        rule,
        annotations,
        column,
        repeated,
        spannedColumns: Math.max(1, wholeNumber(attributes['table:number-columns-spanned'], MAX_COLUMNS, 1)),
        spannedRows: Math.max(1, wholeNumber(attributes['table:number-rows-spanned'], MAX_ROWS, 1)),
      });
    }
    column += repeated;
  }
  return cells;
}

/** The places of a cell that may be repeated. Hidden columns are added to `omitted`. */
function placesOf(
  cell: SheetCell,
  columns: readonly Column[],
  omitted: Set<number>,
): { readonly cell: SheetCell; readonly left: number }[] {
  const places: { cell: SheetCell; left: number }[] = [];
  const last = columns.at(-1);
  const shown = last === undefined ? 0 : last.left + (last.isHidden ? 0 : 1);
  for (let at = cell.column; at < cell.column + cell.repeated; at++) {
    const column = columns[at];
    if (column?.isHidden === true) omitted.add(at);
    else places.push({ cell, left: column?.left ?? shown + at - columns.length });
  }
  return places;
}

function linkOf(cell: XmlElement): string | null {
  const formula = cell.attributes['table:formula'];
  const made = formula === undefined ? null : linkFormula(plainFormula(formula));
  if (made !== null) return resolveLink(made.address, null);
  const links = [...walk(cell)].filter(({ name }) => name === 'text:a');
  const [only] = links;
  return links.length === 1 ? resolveLink(only?.attributes['xlink:href'] ?? null, null) : null;
}

interface Column {
  readonly isHidden: boolean;
  /** Number of shown columns before it. */
  readonly left: number;
  /** Style of cells that name none. */
  readonly style: string | undefined;
}

function columnsOf(table: XmlElement, readsHidden: boolean): Column[] {
  const columns: Column[] = [];
  let left = 0;
  for (const element of walk(table, ({ name }) => name !== 'table:table-row')) {
    if (element.name !== 'table:table-column') continue;
    const { attributes } = element;
    const column = { isHidden: !readsHidden && isHidden(element), style: attributes['table:default-cell-style-name'] };
    const repeated = Math.max(1, wholeNumber(attributes['table:number-columns-repeated'], MAX_COLUMNS, 1));
    const end = Math.min(MAX_COLUMNS, columns.length + repeated);
    while (columns.length < end) {
      columns.push({ ...column, left });
      if (!column.isHidden) left++;
    }
  }
  return columns;
}
