/** The regions of a sheet as Markdown. */
import { escapeInline, escapeLineStart } from '../markdown/escape.ts';
import { inlineLines } from '../markdown/inline.ts';
import { PLAIN, text, type Inline, type TableCell } from '../markdown/model.ts';
import { MAX_TABLE_CELLS, pipeTable, writeTable, type TableForm } from '../markdown/tables.ts';
import { referenceOf, type Area, type SheetCells } from './grid.ts';
import type { Region } from './regions.ts';

/** A table may have this many places for each cell that is not empty, or it is a scattering of cells. */
const MAX_PLACES_PER_CELL = 50;

/** A lone cell is a paragraph, as is a merged cell as wide as the table below it. */
export function writeRegion(region: Region, sheet: SheetCells, form: TableForm): string {
  const merges = sheet.merges.filter((merge) => contains(region, merge));
  const lone = merges.find((merge) => contains(merge, region));
  if (lone !== undefined || (region.top === region.bottom && region.left === region.right)) {
    return paragraph(region, sheet);
  }
  const titles: Area[] = [];
  let { top } = region;
  for (let title = titleAt(top, region, merges); title !== undefined; title = titleAt(top, region, merges)) {
    titles.push(title);
    top = title.bottom + 1;
  }
  if (top > region.bottom) return writeCells(region, sheet, merges, form);
  const rest = { ...region, top, runs: region.runs.filter(({ row }) => row >= top) };
  const below = merges.filter((merge) => merge.top >= top);
  return [...titles.map((title) => paragraph(title, sheet)), writeCells(rest, sheet, below, form)].join('\n\n');
}

function writeCells(region: Region, sheet: SheetCells, merges: readonly Area[], form: TableForm): string {
  const width = region.right - region.left + 1;
  const places = width * (region.bottom - region.top + 1);
  const count = region.runs.reduce((sum, run) => sum + run.right - run.left + 1, 0);
  if (places > MAX_TABLE_CELLS || places > Math.max(10_000, count * MAX_PLACES_PER_CELL)) {
    return cellList(region, sheet);
  }
  if (merges.length > 0 && form === 'auto') return writeTable(spannedRows(region, sheet, merges), form);
  const rows: string[][] = Array.from({ length: region.bottom - region.top + 1 }, () => []);
  for (const { row, left, right } of region.runs) {
    const line = rows[row - region.top] ?? [];
    for (let column = left; column <= right; column++) line[column - region.left] = cellMarkdown(row, column, sheet);
  }
  return pipeTable(rows.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? '')));
}

/** Cells far apart, each with its reference. */
function cellList(region: Region, sheet: SheetCells): string {
  const rows = region.runs.flatMap(({ row, left, right }) =>
    Array.from({ length: right - left + 1 }, (_, offset) => [
      referenceOf(row, left + offset),
      cellMarkdown(row, left + offset, sheet),
    ]),
  );
  return pipeTable([['Cell', 'Value'], ...rows]);
}

/** The merged cell that fills whole rows of a region from this one on. */
function titleAt(row: number, region: Region, merges: readonly Area[]): Area | undefined {
  return merges.find(
    (merge) =>
      merge.top === row && merge.left === region.left && merge.right === region.right && merge.left < merge.right,
  );
}

function contains(region: Area, area: Area): boolean {
  return (
    region.top <= area.top && region.left <= area.left && region.bottom >= area.bottom && region.right >= area.right
  );
}

function spannedRows(region: Region, sheet: SheetCells, merges: readonly Area[]): TableCell[][] {
  const spans = new Map<string, Area>();
  const covered = new Set<string>();
  for (const merge of merges) {
    spans.set(`${merge.top},${merge.left}`, merge);
    for (let row = merge.top; row <= merge.bottom; row++) {
      for (let column = merge.left; column <= merge.right; column++) {
        if (row !== merge.top || column !== merge.left) covered.add(`${row},${column}`);
      }
    }
  }
  const filled = new Set(
    region.runs.flatMap(({ row, left, right }) =>
      Array.from({ length: right - left + 1 }, (_, offset) => `${row},${left + offset}`),
    ),
  );
  const rows: TableCell[][] = [];
  for (let row = region.top; row <= region.bottom; row++) {
    const cells: TableCell[] = [];
    for (let column = region.left; column <= region.right; column++) {
      const place = `${row},${column}`;
      if (covered.has(place)) continue;
      const span = spans.get(place) ?? { top: row, bottom: row, left: column, right: column };
      cells.push({
        blocks: filled.has(place) ? [{ kind: 'paragraph', content: cellContent(row, column, sheet) }] : [],
        columns: span.right - span.left + 1,
        rows: span.bottom - span.top + 1,
        isHeader: row === region.top,
      });
    }
    rows.push(cells);
  }
  return rows;
}

function paragraph({ top, left }: Area, sheet: SheetCells): string {
  return inlineLines(cellContent(top, left, sheet))
    .map(escapeLineStart)
    .join('  \n');
}

/** Most cells are plain: only those with a link take the longer way. */
function cellMarkdown(row: number, column: number, sheet: SheetCells): string {
  if (sheet.links.get(row)?.has(column) === true) return inlineLines(cellContent(row, column, sheet)).join('\n');
  return escapeInline(sheet.grid.get(row)?.get(column) ?? '');
}

function cellContent(row: number, column: number, { grid, links }: SheetCells): Inline[] {
  const format = { ...PLAIN, href: links.get(row)?.get(column) ?? null };
  return (grid.get(row)?.get(column) ?? '')
    .split('\n')
    .flatMap((line, index): Inline[] => (index === 0 ? [text(line, format)] : [{ kind: 'break' }, text(line, format)]));
}
