/** Tables of a page. */
import { PLAIN, type Block, type Format, type TableCell } from '../markdown/model.ts';
import { isLineNumber } from './code.ts';
import type { HtmlContext } from './context.ts';
import { attribute, descendants, elements, textContent, type HtmlElement } from './dom.ts';
import { isHidden } from './tags.ts';

/** HTML's limit. */
const MAX_COLUMN_SPAN = 1000;

/** A data table, preceded by its caption as a paragraph; a layout table is read as its content. */
export function readTable(table: HtmlElement, format: Format, context: HtmlContext): Block[] {
  const rows = rowsOf(table);
  if (isLayout(table, rows)) return rows.flatMap(cellsOf).flatMap((cell) => context.flow(cell, format));

  const captions = elements(table).filter((child) => child.tagName === 'caption' && !isHidden(child));
  const cells = joinSpanningRows(rows.map((row) => cellsOf(row).map((cell) => readCell(cell, context))));
  const last = cells.length;
  const clipped = cells.map((row, index) => row.map((cell) => ({ ...cell, rows: Math.min(cell.rows, last - index) })));
  const isEmpty = clipped.every((row) => row.every((cell) => cell.blocks.length === 0));
  const before = captions.flatMap((caption) => context.flow(caption, format));
  return isEmpty ? before : [...before, { kind: 'table', rows: clipped }];
}

const place = ({ tagName }: HtmlElement): number => (tagName === 'thead' ? 0 : tagName === 'tfoot' ? 2 : 1);

/** Rows in the order in which they are displayed: those of the head first, those of the foot last. */
function rowsOf(table: HtmlElement): HtmlElement[] {
  const ordered = elements(table).toSorted((a, b) => place(a) - place(b));
  return ordered.flatMap((child) => {
    if (isHidden(child)) return [];
    if (child.tagName === 'tr') return [child];
    return /^t(head|body|foot)$/.test(child.tagName) ? rowsOf(child) : [];
  });
}

function cellsOf(row: HtmlElement): HtmlElement[] {
  return elements(row).filter((child) => /^t[dh]$/.test(child.tagName) && !isHidden(child) && !isLineNumber(child));
}

/** Longer cells contain a part of the page, not data. */
const LONG_CELL = 300;
/** Maximum length of a data cell with a heading. */
const SHORT_CELL = 60;

/**
 * Tables that are declared as layout, have one cell, contain page structure and no sign of a data table, or only put
 * one thing below the other, as mail does.
 */
function isLayout(table: HtmlElement, rows: readonly HtmlElement[]): boolean {
  if (/^(presentation|none)$/i.test(attribute(table, 'role') ?? '')) return true;
  const cells = rows.flatMap(cellsOf);
  if (cells.length <= 1) return true;
  const hasHeader = elements(table).some(({ tagName }) => /^(thead|caption)$/.test(tagName));
  if (hasHeader || cells.some(isHeader)) return false;
  const isAtMost = (limit: number): boolean =>
    cells.every((cell) => textContent(cell).replace(/\s+/g, ' ').length <= limit);
  let hasStructure = false;
  let hasHeadings = false;
  let hasTables = false;
  for (const element of descendants(table)) {
    if (/^(pre|article|section|form)$/.test(element.tagName)) hasStructure = true;
    if (/^h[1-6]$/.test(element.tagName)) hasHeadings = true;
    if (element.tagName === 'table') hasTables = true;
  }
  if (hasHeadings && !(isGrid(rows) && isAtMost(SHORT_CELL))) hasStructure = true;
  if (hasStructure || (hasTables && (isFrameless(table) || !isAtMost(LONG_CELL)))) return true;
  return rows.every((row) => cellsOf(row).filter(hasContent).length <= 1);
}

/** A logo may stand in such a cell too, but heads nothing. */
const isHeader = (cell: HtmlElement): boolean => cell.tagName === 'th' && textContent(cell).trim() !== '';

/** Whether a cell has text or a picture. */
function hasContent(cell: HtmlElement): boolean {
  if (textContent(cell).trim() !== '') return true;
  return [...descendants(cell)].some((element) => element.tagName === 'img' && !isSpacer(element));
}

/** Pixels of a picture that only keeps a column open. */
const MAX_SPACER = 2;

const isSpacer = (picture: HtmlElement): boolean =>
  ['width', 'height'].some((name) => Number.parseInt(attribute(picture, name) ?? '', 10) <= MAX_SPACER) ||
  attribute(picture, 'src')?.split('/').at(-1)?.toLowerCase().startsWith('spacer.') === true;

/** Whether attributes remove borders and margins, as in every table that mail programs and old pages use for layout. */
function isFrameless(table: HtmlElement): boolean {
  return ['border', 'cellspacing', 'cellpadding'].every((name) => attribute(table, name)?.startsWith('0') === true);
}

/** Several rows with the same number of cells, more than one. */
function isGrid(rows: readonly HtmlElement[]): boolean {
  const [first = 0, ...rest] = rows.map((row) => cellsOf(row).length);
  return first > 1 && rest.length > 0 && rest.every((count) => count === first);
}

function readCell(cell: HtmlElement, context: HtmlContext): TableCell {
  return {
    blocks: context.flow(cell, PLAIN),
    columns: span(cell, 'colspan', MAX_COLUMN_SPAN),
    rows: span(cell, 'rowspan', 65_534),
    isHeader: cell.tagName === 'th',
  };
}

/** In HTML, a row span of zero means "to the end"; for columns it is invalid. */
function span(cell: HtmlElement, name: 'colspan' | 'rowspan', limit: number): number {
  const value = Number.parseInt(attribute(cell, name) ?? '1', 10);
  if (value === 0 && name === 'rowspan') return limit;
  return value >= 1 ? Math.min(value, limit) : 1;
}

/**
 * A row in which only multi-row cells start has no height: a browser displays its cells at the start of the next row.
 * Such rows are merged into the next, and spans that cross them from above shrink by one.
 */
function joinSpanningRows(rows: readonly TableCell[][]): TableCell[][] {
  const joined: OpenCell[][] = [];
  let open: OpenCell[] = [];
  let carried: OpenCell[] = [];
  for (const row of rows) {
    const cells = [...carried, ...row.map((cell) => ({ cell, rows: cell.rows, left: cell.rows }))];
    const isJoined = cells.length > 0 && cells.length <= MAX_COLUMN_SPAN && cells.every((cell) => cell.rows > 1);
    for (const cell of isJoined ? [...open, ...cells] : []) cell.rows--;
    if (!isJoined) joined.push(cells);
    // Carried cells move to the next row and stay open from there.
    for (const cell of isJoined ? cells : []) cell.left--;
    carried = isJoined ? cells : [];
    const reaching = [...open, ...(isJoined ? [] : cells)].filter((cell) => --cell.left > 0);
    open = reaching.slice(0, MAX_COLUMN_SPAN);
  }
  if (carried.length > 0) joined.push(carried);
  return joined.map((row) => row.map(({ cell, rows: spanned }) => ({ ...cell, rows: spanned })));
}

/** A cell whose span is still being counted; `left` rows of the source are still below it. */
interface OpenCell {
  readonly cell: TableCell;
  rows: number;
  left: number;
}
