/** Converts spreadsheets (ODS): a heading per sheet, a table per group of cells. */
import { ServiceError } from '../../../../errors/index.ts';
import { Sections } from '../../documents/output-limit.ts';
import { resolveLink } from '../../documents/html/links.ts';
import { headingLine, writeBlocks } from '../../documents/markdown/blocks.ts';
import { childrenOf, walk, type XmlElement } from '../../documents/xml.ts';
import { MAX_CELLS, MAX_COLUMNS, MAX_ROWS, setCell, type Area, type SheetCells } from '../xlsx/grid.ts';
import { findRegions } from '../xlsx/regions.ts';
import { writeRegion } from '../xlsx/tables.ts';
import { readAnnotation } from './annotations.ts';
import type { OdfContext } from './context.ts';
import { isShape, readShape } from './shapes.ts';
import { propertyOf, wholeNumber } from './styles.ts';
import { rowsOf } from './tables.ts';

export interface SheetsMarkdown {
  readonly markdown: string;
  /** Number of omitted hidden sheets. */
  readonly hidden: number;
}

export function writeSheets(spreadsheet: XmlElement, outer: OdfContext): SheetsMarkdown {
  const { options, styles } = outer;
  const budget = { cells: MAX_CELLS };
  const sections = new Sections();
  const tables = childrenOf(spreadsheet, 'table:table');
  const shown = tables.filter(({ attributes }) => {
    const style = styles.chain('table', attributes['table:style-name']);
    return options.hidden || propertyOf(style, 'style:table-properties', 'table:display') !== 'false';
  });
  const shownSheets = new Set(shown.map(({ attributes }) => attributes['table:name'] ?? ''));
  const context: OdfContext = { ...outer, shownSheets };
  for (const table of shown) {
    const sheet = readSheet(table, context, budget);
    sections.addBelow(headingLine(2, table.attributes['table:name'] ?? ''), [
      ...findRegions(sheet).map((region) => () => writeRegion(region, sheet, options.tables)),
      () => writeBlocks(anchoredBlocks(table, context), options.tables),
    ]);
  }
  return { markdown: sections.join(), hidden: tables.length - shown.length };
}

const isHidden = ({ attributes }: XmlElement): boolean =>
  /^(collapse|filter)$/.test(attributes['table:visibility'] ?? '');

function readSheet(table: XmlElement, { options }: OdfContext, budget: { cells: number }): SheetCells {
  const grid = new Map<number, Map<number, string>>();
  const links = new Map<number, Map<number, string>>();
  const merges: Area[] = [];
  const hiddenColumns = options.hidden ? new Set<number>() : hiddenColumnsOf(table);
  let top = 0;
  for (const { element: row } of rowsOf(table)) {
    if (isHidden(row) && !options.hidden) continue;
    const cells = cellsOf(row, hiddenColumns);
    const repeated = Math.max(1, wholeNumber(row.attributes['table:number-rows-repeated'], MAX_ROWS, 1));
    for (let copy = 0; copy < repeated && cells.length > 0; copy++) {
      for (const { text, href, left, columns, rows } of cells) {
        budget.cells -= columns * rows;
        if (budget.cells < 0) {
          throw new ServiceError('too_large', `The sheets have more than ${MAX_CELLS} cells.`, {
            limit_cells: MAX_CELLS,
          });
        }
        for (let down = 0; down < rows; down++) {
          for (let along = 0; along < columns; along++) setCell(grid, top + copy + down, left + along, text);
        }
        if (href !== null) setCell(links, top + copy, left, href);
        if (columns * rows > 1) {
          merges.push({ top: top + copy, left, bottom: top + copy + rows - 1, right: left + columns - 1 });
        }
      }
    }
    top += repeated;
  }
  return { grid, links, merges, spacers: { columns: new Set(), rows: new Set() } };
}

interface SheetCell {
  readonly text: string;
  readonly href: string | null;
  readonly left: number;
  readonly columns: number;
  readonly rows: number;
}

/** The cells of a row that have text. */
function cellsOf(row: XmlElement, hiddenColumns: ReadonlySet<number>): SheetCell[] {
  const cells: SheetCell[] = [];
  let column = 0;
  let left = 0;
  for (const cell of childrenOf(row)) {
    const repeated = Math.max(1, wholeNumber(cell.attributes['table:number-columns-repeated'], MAX_COLUMNS, 1));
    const text = cell.name === 'table:table-cell' ? cellText(cell) : '';
    if (text === '' && hiddenColumns.size === 0) {
      column += repeated;
      left += repeated;
      continue;
    }
    const href = text === '' ? null : linkOf(cell);
    const columns = Math.max(1, wholeNumber(cell.attributes['table:number-columns-spanned'], MAX_COLUMNS, 1));
    const rows = Math.max(1, wholeNumber(cell.attributes['table:number-rows-spanned'], MAX_ROWS, 1));
    for (let copy = 0; copy < repeated && column < MAX_COLUMNS; copy++, column++) {
      if (hiddenColumns.has(column)) continue;
      if (text !== '') cells.push({ text, href, left, columns, rows });
      left++;
    }
  }
  return cells;
}

/** The displayed text; dates in ISO 8601, since the displayed form is ambiguous. */
function cellText(cell: XmlElement): string {
  const date = cell.attributes['office:date-value'];
  if (cell.attributes['office:value-type'] === 'date' && date !== undefined) return date.replace('T', ' ');
  const paragraphs = childrenOf(cell, 'text:p').map((paragraph) => spacedText(paragraph).trim());
  return paragraphs.join('\n').trim();
}

/** Text of a paragraph, in which tabs, breaks and runs of spaces are elements. */
function spacedText(element: XmlElement): string {
  return element.children
    .map((child) => {
      if (typeof child === 'string') return child.replace(/\s+/g, ' ');
      if (child.name === 'text:line-break') return '\n';
      if (child.name === 'text:s' || child.name === 'text:tab') return ' ';
      return child.name === 'office:annotation' ? '' : spacedText(child);
    })
    .join('');
}

function linkOf(cell: XmlElement): string | null {
  const links = [...walk(cell)].filter(({ name }) => name === 'text:a');
  const [only] = links;
  return links.length === 1 ? resolveLink(only?.attributes['xlink:href'] ?? null, null) : null;
}

function hiddenColumnsOf(table: XmlElement): Set<number> {
  const hidden = new Set<number>();
  let column = 0;
  for (const element of walk(table, ({ name }) => name !== 'table:table-row')) {
    if (element.name !== 'table:table-column') continue;
    const repeated = Math.max(1, wholeNumber(element.attributes['table:number-columns-repeated'], MAX_COLUMNS, 1));
    const end = Math.min(MAX_COLUMNS, column + repeated);
    for (; column < end; column++) if (isHidden(element)) hidden.add(column);
  }
  return hidden;
}

/** Charts, pictures and text boxes of a sheet, and the comments on its cells if requested. */
function anchoredBlocks(table: XmlElement, context: OdfContext): ReturnType<typeof readAnnotation> {
  const isLeaf = (element: XmlElement): boolean => isShape(element) || element.name === 'office:annotation';
  return [...walk(table, (element) => !isLeaf(element))].flatMap((element) => {
    if (element.name === 'office:annotation') return context.options.comments ? readAnnotation(element) : [];
    if (!isShape(element)) return [];
    const { line, anchored } = readShape(element, null, context);
    return line.length === 0 ? anchored : [{ kind: 'paragraph' as const, content: line }, ...anchored];
  });
}
