/** Reads the tables of Markdown, with pipes or in HTML, as grids of cells. */
import { ServiceError } from '../../../errors/index.ts';
import { attribute, descendants, elements, isElement, isText } from '../markdown_converter/html/dom.ts';
import type { HtmlElement, HtmlNode } from '../markdown_converter/html/dom.ts';
import { parseHtml } from '../markdown_converter/html/parse.ts';
import { MAX_TABLE_CELLS } from '../shared/markdown/tables.ts';
import { inlineText } from './dialect.ts';
import type { BlockCell, BlockTable } from './model.ts';

/** A table with pipes: its first line is the head, the second only separates. `null` when it has too many cells. */
export function readPipeTable(markdown: string): BlockTable | null {
  const [head = '', , ...lines] = markdown.split(/\r?\n/);
  const columns = cellsOfLine(head).length;
  const rows = lines.length + 1;
  if (rows * columns > MAX_TABLE_CELLS) return null;
  const cells = [head, ...lines].flatMap((line, row): BlockCell[] => {
    const texts = cellsOfLine(line);
    return Array.from({ length: columns }, (_, column) => ({
      ...{ row, column, row_span: 1, column_span: 1, is_header: row === 0, text: inlineText(texts[column] ?? '') },
    }));
  });
  return { rows, columns, cells };
}

/** The cells of a line: bars separate them unless escaped. */
export function cellsOfLine(line: string): string[] {
  const text = line.trim();
  const cells: string[] = [];
  let from = text.startsWith('|') ? 1 : 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] !== '|' || text[at - 1] === '\\') continue;
    cells.push(text.slice(from, at));
    from = at + 1;
  }
  if (from < text.length) cells.push(text.slice(from));
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/**
 * A table in HTML whose rows are lines, as the table writer makes it: each is parsed by itself. `null` when it has too many cells,
 * or elements.
 */
export function readHtmlTable(html: string): BlockTable | null {
  const cells: BlockCell[] = [];
  /** For each column, the row from which it is free. */
  const free: number[] = [];
  let row = 0;
  for (const line of html.slice('<table>'.length, -'</table>'.length).split(/\n(?=<tr>)/)) {
    const elementsOfRow = cellElements(line);
    if (elementsOfRow === null) return null;
    if (elementsOfRow.length === 0) continue;
    let column = 0;
    for (const element of elementsOfRow) {
      while ((free[column] ?? 0) > row) column++;
      const [row_span, column_span] = [spanOf(element, 'rowspan'), spanOf(element, 'colspan')];
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
  return {
    rows: row,
    columns,
    cells: cells.map((cell) => ({ ...cell, row_span: Math.min(cell.row_span, row - cell.row) })),
  };
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

function treeOf(html: string): ReturnType<typeof parseHtml> | null {
  try {
    return parseHtml(html);
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

function spanOf(element: HtmlElement, name: string): number {
  const value = Number(attribute(element, name) ?? 1);
  return Number.isInteger(value) && value > 0 ? value : 1;
}

/** The text of HTML; what it is written as when it has too many elements. */
export function htmlText(html: string): string {
  const tree = treeOf(html);
  return tree === null ? html : textOf(tree);
}

const BLOCKS: ReadonlySet<string> = new Set([
  'p',
  'div',
  'li',
  'br',
  'tr',
  'pre',
  'blockquote',
  'hr',
  'details',
  'summary',
]);

/** The text below a node, with a line feed for each break and between blocks. */
function textOf(root: HtmlNode): string {
  let text = '';
  const open: (HtmlNode | 'break')[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node === 'break') {
      if (text !== '' && !text.endsWith('\n')) text += '\n';
    } else if (isText(node)) {
      text += node.value;
    } else if (isElement(node) && node.tagName === 'img') {
      text += attribute(node, 'alt') ?? '';
    } else if ('childNodes' in node) {
      const children = node.childNodes.toReversed();
      open.push(
        ...(isElement(node) && BLOCKS.has(node.tagName) ? (['break', ...children, 'break'] as const) : children),
      );
    }
  }
  return text.trim();
}
