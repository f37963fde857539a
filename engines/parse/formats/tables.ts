/** Reads the tables of Markdown, with pipes or in HTML, as grids of cells. */
import { attribute, descendants, elements } from '../documents/html/dom.ts';
import type { HtmlElement } from '../documents/html/dom.ts';
import { linesOf } from '../../text/markdown/lines.ts';
import { cellsOf } from '../../text/markdown/tables.ts';
import { MAX_TABLE_CELLS } from '../documents/markdown/tables.ts';
import { linksOfLine, linksOfTree, mayHaveLinks } from './block-links.ts';
import { inlineText } from '../../text/markdown/dialect.ts';
import { textOf, treeOf } from './html-text.ts';
import type { BlockCell, BlockLink, BlockTable } from './model.ts';

export interface LinkedTable {
  readonly table: BlockTable;
  /** Row by row. */
  readonly links: readonly BlockLink[];
}

/**
 * A table with pipes: its first line is the head, the second only separates. Short rows have no further cells, so that
 * the result is no larger than the text. `null` when it has too many cells.
 */
export function readPipeTable(markdown: string): LinkedTable | null {
  const [head = '', , ...lines] = Array.from(linesOf(markdown), ({ text }) => text);
  const columns = cellsOf(head).length;
  const rows = lines.length + 1;
  if (rows * columns > MAX_TABLE_CELLS) return null;
  const cells = [head, ...lines].flatMap((line, row): BlockCell[] => {
    const texts = cellsOf(line).slice(0, columns);
    return texts.map((text, column) => ({
      row,
      column,
      row_span: 1,
      column_span: 1,
      is_header: row === 0,
      text: inlineText(text),
    }));
  });
  return { table: { rows, columns, cells }, links: [head, ...lines].flatMap(linksOfLine) };
}

/**
 * A table in HTML whose rows are lines, as the table writer makes it: each is parsed by itself. `null` when it has too
 * many cells, or elements.
 */
export function readHtmlTable(html: string): LinkedTable | null {
  const cells: BlockCell[] = [];
  const links: BlockLink[] = [];
  /** For each column, the row from which it is free. */
  const free: number[] = [];
  let row = 0;
  for (const line of html.slice('<table>'.length, -'</table>'.length).split(/\n(?=<tr>)/)) {
    const elementsOfRow = cellElements(line);
    if (elementsOfRow === null) return null;
    if (elementsOfRow.length === 0) continue;
    if (mayHaveLinks(line)) links.push(...elementsOfRow.flatMap(linksOfTree));
    let column = 0;
    for (const element of elementsOfRow) {
      while ((free[column] ?? 0) > row) column++;
      const [row_span, column_span] = [spanOf(element, 'rowspan', MAX_ROWS), spanOf(element, 'colspan', MAX_COLUMNS)];
      if ((row + 1) * (column + column_span) > MAX_TABLE_CELLS) return null;
      const is_header = element.tagName === 'th';
      cells.push({ row, column, row_span, column_span, is_header, text: textOf(element) });
      for (let covered = 0; covered < column_span; covered++) free[column + covered] = row + row_span;
      column += column_span;
    }
    row++;
  }
  const columns = free.length;
  if (row * columns > MAX_TABLE_CELLS) return null;
  const table = {
    rows: row,
    columns,
    cells: cells.map((cell) => ({ ...cell, row_span: Math.min(cell.row_span, row - cell.row) })),
  };
  return { table, links };
}

/** The cells of the first row in the HTML; `null` when it has too many elements. */
function cellElements(html: string): HtmlElement[] | null {
  if (html.trim() === '') return [];
  const tree = treeOf(`<table>${html}</table>`);
  if (tree === null) return null;
  for (const row of descendants(tree)) {
    if (row.tagName === 'tr') return elements(row).filter(({ tagName }) => tagName === 'td' || tagName === 'th');
  }
  return [];
}

/** What one cell may cover according to HTML's standard. */
const MAX_ROWS = 65_534;
const MAX_COLUMNS = 1000;

function spanOf(element: HtmlElement, name: string, most: number): number {
  const value = Number(attribute(element, name) ?? 1);
  return Number.isInteger(value) && value > 0 ? Math.min(value, most) : 1;
}
