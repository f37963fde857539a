/** Tables to Markdown; those with spans to HTML, which Markdown allows. */

import { escapeCell, escapeHtml } from './escape.ts';
import { sum } from './geometry.ts';
import { blockText } from './line-text.ts';
import { placedCells } from './tables.ts';
import type { Grid, PlacedCell, Table } from './tables.ts';

/** Cells without text, and rows and columns of such cells, are left out. */
export function tableMarkdown(table: Table): string {
  const grid = isRightToLeft(table) ? table.grid.map((row) => [...row].reverse()) : table.grid;
  const cells = placedCells(grid).map((placed) => ({ ...placed, text: blockText(placed.cell.words) }));
  const rows = keptRows(cells, grid);
  const columns = [...new Set(cells.filter(({ text }) => text !== '').map(({ column }) => column))].sort(
    (a, b) => a - b,
  );
  const counted = cells
    .map((cell) => ({
      ...cell,
      rowSpan: rows.filter((row) => row >= cell.row && row < cell.row + cell.rowSpan).length,
      columnSpan: columns.filter((column) => column >= cell.column && column < cell.column + cell.columnSpan).length,
    }))
    .filter((cell) => cell.rowSpan > 0 && cell.columnSpan > 0);
  const spans = counted.some((cell) => cell.text !== '' && (cell.rowSpan > 1 || cell.columnSpan > 1));
  return spans ? htmlTable(counted, rows, columns, grid) : pipeTable(counted, rows, columns);
}

interface TextCell extends PlacedCell {
  readonly text: string;
}

const keptRows = (cells: readonly TextCell[], grid: Grid): number[] =>
  [...grid.keys()].filter((row) =>
    cells.some((cell) => cell.text !== '' && row >= cell.row && row < cell.row + cell.rowSpan),
  );

/** Tags give the cells in reading order; drawn and borderless tables are read off from the left. */
function isRightToLeft(table: Table): boolean {
  if (table.source === 'tagged') return false;
  const words = placedCells(table.grid).flatMap(({ cell }) => cell.words);
  const lettered = words.filter((word) => /\p{L}/u.test(word.text));
  return sum(words, (word) => (word.rightToLeft ? 2 : 0)) > lettered.length;
}

function pipeTable(cells: readonly TextCell[], rows: readonly number[], columns: readonly number[]): string {
  const texts = new Map(cells.map((cell) => [`${cell.row},${cell.column}`, escapeCell(cell.text)]));
  const lines = rows.map((row) => `| ${columns.map((column) => texts.get(`${row},${column}`) ?? '').join(' | ')} |`);
  lines.splice(1, 0, `|${columns.map(() => '---|').join('')}`);
  return lines.join('\n');
}

function htmlTable(
  cells: readonly TextCell[],
  rows: readonly number[],
  columns: readonly number[],
  grid: Grid,
): string {
  const written = new Map(cells.map((cell) => [cell.cell, cell]));
  const lines = rows.map((row) => {
    const tag = row === 0 ? 'th' : 'td';
    const parts = columns.map((column) => {
      const place = grid[row]?.[column] ?? null;
      if (place === null) return `<${tag}></${tag}>`;
      const cell = written.get(place);
      // A spanning cell is written at the first row and column kept of it.
      if (cell === undefined) return '';
      if (row !== rows.find((kept) => kept >= cell.row)) return '';
      if (column !== columns.find((kept) => kept >= cell.column)) return '';
      const columnSpan = cell.columnSpan > 1 ? ` colspan="${cell.columnSpan}"` : '';
      const rowSpan = cell.rowSpan > 1 ? ` rowspan="${cell.rowSpan}"` : '';
      return `<${tag}${columnSpan}${rowSpan}>${escapeHtml(cell.text)}</${tag}>`;
    });
    return `<tr>${parts.join('')}</tr>`;
  });
  return ['<table>', ...lines, '</table>'].join('\n');
}
