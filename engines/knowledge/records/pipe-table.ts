/** Reads a pipe table of Markdown, as engines/parse/documents/markdown/tables.ts writes it: a row is a line. */
import { linesOf } from '../../text/markdown/lines.ts';
import { cellValues } from '../../text/markdown/plain-text.ts';
import { cellsOf, isDelimiterRow } from '../../text/markdown/tables.ts';
import { columnNames, MOST_CELLS, MOST_COLUMNS } from './table.ts';
import type { Columns, TableRow } from './table.ts';

/**
 * The rows of the table between two positions; `null` if it has no header with a row of dashes below, or too many
 * cells. Short rows are padded.
 */
export function pipeTable(markdown: string, start: number, end: number): Columns | null {
  const lines = rowsOf(markdown, start, end);
  const header = lines.next().value;
  const dashes = lines.next().value;
  if (!header || !dashes || !isDelimiterRow(dashes.cells)) return null;
  const rows: TableRow[] = [];
  let width = header.cells.length;
  for (const row of lines) {
    width = Math.max(width, row.cells.length);
    if (width > MOST_COLUMNS || width * rows.length > MOST_CELLS) return null;
    rows.push(row);
  }
  if (width > MOST_COLUMNS) return null;
  const padded = (cells: readonly string[]) =>
    cells.length === width ? cells : Array.from({ length: width }, (_, column) => cells[column] ?? '');
  return {
    columns: columnNames(padded(header.cells)),
    rows: rows.map((row) => ({ ...row, cells: padded(row.cells) })),
  };
}

function* rowsOf(markdown: string, from: number, to: number): Generator<TableRow, undefined> {
  for (const { start, end, text } of linesOf(markdown, from, to)) {
    yield { start, end, cells: cellsOf(text, 'pair').map(cellValues) };
  }
}
