/** Tables in texts and presentations. The file marks cells covered by merged ones. */
import { ServiceError } from '../../../../errors/index.ts';
import type { Block, TableCell } from '../../documents/markdown/model.ts';
import { MAX_TABLE_CELLS } from '../../documents/markdown/tables.ts';
import { childrenOf, descend, textOf, walk, type XmlElement } from '../../documents/xml.ts';
import { append } from '../../documents/append.ts';
import { described, descriptionOf } from '../shared/descriptions.ts';
import { COVERED } from '../../documents/omissions.ts';
import type { OdfContext } from './context.ts';
import { wholeNumber } from './styles.ts';

/** Rows and cells of tables in texts are rarely repeated, and never often. */
const MAX_REPEATED = 1000;

/** Programs allow a few dozens. */
const MAX_COLUMNS = 1000;

interface GrowingCell extends TableCell {
  readonly blocks: Block[];
}

export interface TableRow {
  readonly element: XmlElement;
  readonly isHeader: boolean;
}

/** A table below its description. */
export function readTable(table: XmlElement, context: OdfContext): Block[] {
  const [title, description] = ['table:title', 'table:desc'].map((name) => textOf(descend(table, name)));
  return described(descriptionOf(title, description), readRows(table, context));
}

/** A single-cell table is a frame around its content. */
function readRows(table: XmlElement, context: OdfContext): Block[] {
  let count = 0;
  /** The last cell of each column, which covers those below it that the file marks as covered. */
  const covering: GrowingCell[] = [];
  const rows = rowsOf(table).flatMap(({ element, isHeader }) => {
    let column = 0;
    const cells = childrenOf(element).flatMap((cell): TableCell[] => {
      const { attributes } = cell;
      const repeated = hasTable(cell) ? 1 : repeats(attributes['table:number-columns-repeated']);
      const left = column;
      column = Math.min(MAX_COLUMNS, column + repeated);
      if (cell.name !== 'table:table-cell') {
        if (cell.name === 'table:covered-table-cell') readCovered(cell, covering[left], context);
        return [];
      }
      const read: GrowingCell = {
        blocks: context.readBlocks(cell, context),
        columns: Math.max(1, wholeNumber(attributes['table:number-columns-spanned'], MAX_REPEATED, 1)),
        rows: Math.max(1, wholeNumber(attributes['table:number-rows-spanned'], MAX_TABLE_CELLS, 1)),
        isHeader,
      };
      const end = Math.min(MAX_COLUMNS, left + Math.max(repeated, read.columns));
      for (let at = left; at < end; at++) covering[at] = read;
      return Array.from({ length: repeated }, () => read);
    });
    const repeated = hasTable(element) ? 1 : repeats(element.attributes['table:number-rows-repeated']);
    count += repeated * cells.length;
    if (count > MAX_TABLE_CELLS) {
      throw new ServiceError('too_large', `A table has more than ${MAX_TABLE_CELLS} cells.`, {
        limit_cells: MAX_TABLE_CELLS,
      });
    }
    return Array.from({ length: repeated }, () => cells);
  });
  // Tables on slides have a fixed size, whatever their content.
  const used = rows.reduce(
    (end, row, top) =>
      row.reduce((most, cell) => (cell.blocks.length > 0 ? Math.max(most, top + cell.rows) : most), end),
    0,
  );
  const kept = rows.slice(0, used);
  const clipped = kept.map((row, top) =>
    row.map((cell) => ({ ...cell, rows: Math.min(cell.rows, kept.length - top) })),
  );
  const [only] = clipped[0] ?? [];
  if (only === undefined) return [];
  if (clipped.length === 1 && clipped[0]?.length === 1) return [...only.blocks];
  return [{ kind: 'table', rows: clipped }];
}

/** What a merged cell covers is counted, or follows the content of that cell. */
function readCovered(cell: XmlElement, by: GrowingCell | undefined, context: OdfContext): void {
  if (textOf(cell).trim() === '') return;
  if (context.options.hidden && by !== undefined) append(by.blocks, context.readBlocks(cell, context));
  else context.omissions.hide(COVERED);
}

const repeats = (value: string | undefined): number => Math.max(1, wholeNumber(value, MAX_REPEATED, 1));

/** Tables in repeated cells would multiply with each level. */
const hasTable = (element: XmlElement): boolean => [...walk(element)].some(({ name }) => name === 'table:table');

/** The rows of a table, including those in groups and headers. */
export function rowsOf(table: XmlElement, isHeader = false): TableRow[] {
  return childrenOf(table).flatMap((child): TableRow[] => {
    if (child.name === 'table:table-row') return [{ element: child, isHeader }];
    if (child.name === 'table:table-header-rows') return rowsOf(child, true);
    return /^table:table-row(s|-group)$/.test(child.name) ? rowsOf(child, isHeader) : [];
  });
}
