/** Writes tables of a PDF with the common table writer. */

import type { TableCell } from '../../documents/markdown/model.ts';
import { writeTable } from '../../documents/markdown/tables.ts';
import type { TableForm } from '../../documents/markdown/tables.ts';
import type { TextCell, TextTable } from '../tables/text-tables.ts';
import { withLinks } from './inline-links.ts';

/** Rows without text, and columns in which no cell with text starts, are left out. */
export function tableMarkdown(table: TextTable, form: TableForm): string {
  const filled = table.cells.filter((cell) => cell.text !== '');
  const rows = ascending(filled.flatMap((cell) => range(cell.row, cell.rowSpan)));
  const columns = ascending(filled.map((cell) => cell.column));
  const places = new Map<string, TextCell>();
  for (const cell of filled) {
    for (const row of range(cell.row, cell.rowSpan)) {
      for (const column of range(cell.column, cell.columnSpan)) places.set(`${row},${column}`, cell);
    }
  }
  const written = new Set<TextCell>();
  const cellAt = (row: number, column: number): TableCell[] => {
    const cell = places.get(`${row},${column}`);
    const isHeader = row === rows[0];
    if (cell === undefined) return [{ blocks: [], columns: 1, rows: 1, isHeader }];
    // A spanning cell is written at its first remaining row and column.
    if (written.has(cell)) return [];
    written.add(cell);
    return [
      {
        blocks: [{ kind: 'paragraph', content: withLinks(cell.text, cell.links) }],
        columns: columns.filter((each) => each >= cell.column && each < cell.column + cell.columnSpan).length,
        rows: rows.filter((each) => each >= cell.row && each < cell.row + cell.rowSpan).length,
        isHeader,
      },
    ];
  };
  return writeTable(
    rows.map((row) => columns.flatMap((column) => cellAt(row, column))),
    form,
  );
}

const range = (from: number, length: number): number[] => Array.from({ length }, (_, offset) => from + offset);

const ascending = (values: readonly number[]): number[] => [...new Set(values)].sort((a, b) => a - b);
