/** Writes the regions of a sheet as Markdown. */
import { escapeInline, escapeLineStart } from '../../../documents/markdown/escape.ts';
import { inlineLines } from '../../../documents/markdown/inline.ts';
import type { Inline, TableCell } from '../../../documents/markdown/model.ts';
import { MAX_TABLE_CELLS, pipeGrid, writeTable, type TableForm } from '../../../documents/markdown/tables.ts';
import { inlinesOf, NO_LOOK } from './cell-content.ts';
import { referenceOf, type Area, type SheetCells } from './grid.ts';
import type { Region } from './region.ts';

/** Maximum grid positions per non-empty cell; above it, a region is a list of scattered cells, not a table. */
const MAX_PLACES_PER_CELL = 50;

/** A single cell becomes a paragraph, as does a merged cell as wide as the table below it. */
export function writeRegion(region: Region, sheet: SheetCells, form: TableForm): string {
  const { left, right, bottom, merges } = region;
  if (merges.some((merge) => contains(merge, region)) || (region.top === bottom && left === right)) {
    return paragraph(region, sheet);
  }
  const wide = merges.filter((merge) => merge.left === left && merge.right === right && left < right);
  const byTop = new Map(wide.map((merge) => [merge.top, merge]));
  const titles: Area[] = [];
  let { top } = region;
  for (let title = byTop.get(top); title !== undefined; title = byTop.get(top)) {
    titles.push(title);
    top = title.bottom + 1;
  }
  if (top > bottom) return writeCells(region, sheet, form);
  const rest = from(top, region);
  const isCell = top === bottom && rest.left === rest.right;
  return [
    ...titles.map((title) => paragraph(title, sheet)),
    isCell ? paragraph(rest, sheet) : writeCells(rest, sheet, form),
  ].join('\n\n');
}

/** The rows of a region from one on, in the columns where these have cells. */
function from(top: number, region: Region): Region {
  const runs = region.runs.filter(({ row }) => row >= top);
  return {
    top,
    bottom: region.bottom,
    left: runs.reduce((left, run) => Math.min(left, run.left), region.right),
    right: runs.reduce((right, run) => Math.max(right, run.right), region.left),
    runs,
    merges: region.merges.filter((merge) => merge.top >= top),
  };
}

function writeCells(region: Region, sheet: SheetCells, form: TableForm): string {
  const width = region.right - region.left + 1;
  const height = region.bottom - region.top + 1;
  const count = region.runs.reduce((sum, run) => sum + run.right - run.left + 1, 0);
  if (width * height > MAX_TABLE_CELLS || width * height > Math.max(10_000, count * MAX_PLACES_PER_CELL)) {
    return cellList(region, sheet);
  }
  if (region.merges.length > 0 && form === 'auto') return writeTable(spannedRows(region, sheet), form);
  const isPlaced = placed(region, false, () => true);
  // Columns and rows that only set parts apart are left out.
  const rows = [...isPlaced.keys()].filter((row) => isPlaced[row]?.includes(true) === true);
  const columns = [...Array(width).keys()].filter((column) => isPlaced.some((line) => line[column] === true));
  return pipeGrid(columns.length, rows.length, (line, place) => {
    const [row = 0, column = 0] = [rows[line], columns[place]];
    return isPlaced[row]?.[column] === true ? cellMarkdown(region.top + row, region.left + column, sheet) : '';
  });
}

/** A value for each grid position of a region: `read` for its cells, `empty` for gaps. */
function placed<T>(region: Region, empty: T, read: (row: number, column: number) => T): T[][] {
  const width = region.right - region.left + 1;
  const rows = Array.from({ length: region.bottom - region.top + 1 }, () => Array.from({ length: width }, () => empty));
  for (const { row, left, right } of region.runs) {
    const line = rows[row - region.top] ?? [];
    for (let column = left; column <= right; column++) line[column - region.left] = read(row, column);
  }
  return rows;
}

/** Scattered cells, each with its reference. */
function cellList(region: Region, sheet: SheetCells): string {
  const cells = region.runs.flatMap(({ row, left, right }) =>
    Array.from({ length: right - left + 1 }, (_, offset) => ({ row, column: left + offset })),
  );
  return pipeGrid(2, cells.length + 1, (line, part) => {
    const cell = cells[line - 1];
    if (cell === undefined) return part === 0 ? 'Cell' : 'Value';
    return part === 0 ? referenceOf(cell.row, cell.column) : cellMarkdown(cell.row, cell.column, sheet);
  });
}

function contains(region: Area, area: Area): boolean {
  return (
    region.top <= area.top && region.left <= area.left && region.bottom >= area.bottom && region.right >= area.right
  );
}

function spannedRows(region: Region, sheet: SheetCells): TableCell[][] {
  const blank: TableCell = { blocks: [], columns: 1, rows: 1, isHeader: false };
  const cells: (TableCell | null)[][] = placed<TableCell | null>(region, blank, (row, column) => ({
    ...blank,
    blocks: [{ kind: 'paragraph', content: cellInlines(row, column, sheet) }],
  }));
  for (const { top, left, bottom, right } of region.merges) {
    const first = cells[top - region.top]?.[left - region.left];
    for (const line of cells.slice(top - region.top, bottom - region.top + 1)) {
      line.fill(null, left - region.left, right - region.left + 1);
    }
    const line = cells[top - region.top];
    if (first === undefined || first === null || line === undefined) continue;
    line[left - region.left] = { ...first, columns: right - left + 1, rows: bottom - top + 1 };
  }
  return cells.map((line, index) =>
    line.flatMap((cell) => (cell === null ? [] : [index === 0 ? { ...cell, isHeader: true } : cell])),
  );
}

function paragraph({ top, left }: Area, sheet: SheetCells): string {
  return inlineLines(cellInlines(top, left, sheet))
    .map(escapeLineStart)
    .join('  \n');
}

/** Only cells with a link or formatting take the slower path. */
function cellMarkdown(row: number, column: number, sheet: SheetCells): string {
  const content = sheet.grid.get(row)?.get(column) ?? '';
  const isPlain = typeof content === 'string' && sheet.links.get(row)?.has(column) !== true;
  return isPlain ? escapeInline(content) : inlineLines(cellInlines(row, column, sheet)).join('\n');
}

function cellInlines(row: number, column: number, { grid, links }: SheetCells): readonly Inline[] {
  const content = grid.get(row)?.get(column) ?? '';
  const inlines = typeof content === 'string' ? inlinesOf(content, NO_LOOK) : content;
  const href = links.get(row)?.get(column);
  return href === undefined ? inlines : inlines.map((inline) => linked(inline, href));
}

function linked(inline: Inline, href: string): Inline {
  if (inline.kind === 'text') return { ...inline, format: { ...inline.format, href } };
  return inline.kind === 'image' ? { ...inline, href } : inline;
}
