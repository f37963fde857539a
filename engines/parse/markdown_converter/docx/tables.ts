/** Tables, with cells merged across columns (`gridSpan`) and rows (`vMerge`). */
import { ServiceError } from '../../../../errors/index.ts';
import { append } from '../../documents/append.ts';
import type { Block, TableCell } from '../../documents/markdown/model.ts';
import { MAX_TABLE_CELLS } from '../../documents/markdown/tables.ts';
import { childrenOf, descend, textOf, type XmlElement } from '../../documents/xml.ts';
import { described, descriptionOf } from '../shared/descriptions.ts';
import { COVERED } from '../../documents/omissions.ts';
import type { DocxContext } from './context.ts';
import { countOf, switchOf, valueOf } from './values.ts';

/** Far above the 63 that Word allows. */
const MAX_COLUMNS = 1000;

interface GrowingCell extends TableCell {
  readonly blocks: Block[];
  rows: number;
}

/** A table below its description. */
export function readTable(table: XmlElement, context: DocxContext): Block[] {
  const properties = descend(table, 'w:tblPr');
  const [title, description] = ['w:tblCaption', 'w:tblDescription'].map((name) => valueOf(properties, name) ?? '');
  return described(descriptionOf(title, description), readRows(table, context));
}

/** A single-cell table is a frame around its content. */
function readRows(table: XmlElement, context: DocxContext): Block[] {
  const rows: GrowingCell[][] = [];
  let above: GrowingCell[] = [];
  let cells = 0;
  for (const row of partsOf(table, 'w:tr')) {
    if (descend(row, 'w:trPr', 'w:del') !== undefined && !context.options.tracked_changes) continue;
    const { starting, covering } = readRow(row, above, context);
    rows.push(starting);
    above = covering;
    cells += covering.length;
    if (cells > MAX_TABLE_CELLS) {
      throw new ServiceError('too_large', `A table has more than ${MAX_TABLE_CELLS} cells.`, {
        limit_cells: MAX_TABLE_CELLS,
      });
    }
  }
  const [only] = rows[0] ?? [];
  if (only === undefined) return [];
  if (rows.length === 1 && rows[0]?.length === 1) return [...only.blocks];
  return [{ kind: 'table', rows }];
}

/** The cells that start in a row, and for each column of the grid the cell that covers it. */
function readRow(
  row: XmlElement,
  above: readonly GrowingCell[],
  context: DocxContext,
): { starting: GrowingCell[]; covering: GrowingCell[] } {
  const starting: GrowingCell[] = [];
  const covering: GrowingCell[] = [];
  const isHeader = switchOf(descend(row, 'w:trPr'), 'w:tblHeader') ?? false;
  const start = (blocks: Block[], columns: number): void => {
    const cell: GrowingCell = { blocks, columns, rows: 1, isHeader };
    starting.push(cell);
    for (let i = 0; i < columns; i++) covering.push(cell);
  };
  const skipped = countOf(valueOf(descend(row, 'w:trPr'), 'w:gridBefore'), MAX_COLUMNS, 0);
  for (let i = 0; i < skipped; i++) start([], 1);
  for (const element of partsOf(row, 'w:tc')) {
    const properties = descend(element, 'w:tcPr');
    const columns = Math.max(1, countOf(valueOf(properties, 'w:gridSpan'), MAX_COLUMNS, 1));
    const merge = descend(properties, 'w:vMerge');
    const continued =
      merge !== undefined && merge.attributes['w:val'] !== 'restart' ? above[covering.length] : undefined;
    if (continued === undefined) {
      start(context.readBlocks(element, context), columns);
      continue;
    }
    continued.rows++;
    if (textOf(element).trim() !== '') {
      if (context.options.hidden) append(continued.blocks, context.readBlocks(element, context));
      else context.omissions.hide(COVERED);
    }
    for (let i = 0; i < continued.columns; i++) covering.push(continued);
  }
  return { starting, covering };
}

/** Rows of a table or cells of a row, including those inside content controls and tracked insertions. */
function partsOf(parent: XmlElement, name: string): XmlElement[] {
  return childrenOf(parent).flatMap((child) => {
    if (child.name === name) return [child];
    return /^w:(sdt|sdtContent|ins|customXml|moveTo)$/.test(child.name) ? partsOf(child, name) : [];
  });
}
