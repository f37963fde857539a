/** Tables of a PDF in the form in which all tables are written. */

import { text } from '../markdown/model.ts';
import type { TableCell } from '../markdown/model.ts';
import { writeTable } from '../markdown/tables.ts';
import type { TextCell, TextTable } from './text-tables.ts';

/** Rows and columns without text are left out. With `onlyPipes` merged cells are repeated instead of spanning. */
export function tableMarkdown(table: TextTable, onlyPipes: boolean): string {
  const filled = table.cells.filter((cell) => cell.text !== '');
  const rows = kept(filled.map((cell) => ({ from: cell.row, to: cell.row + cell.rowSpan })));
  const columns = kept(
    filled.map((cell) => ({ from: cell.column, to: cell.column + (onlyPipes ? cell.columnSpan : 1) })),
  );
  const places = new Map<string, TextCell>();
  for (const cell of filled) {
    for (let row = cell.row; row < cell.row + cell.rowSpan; row++) {
      for (let column = cell.column; column < cell.column + cell.columnSpan; column++) {
        places.set(`${row},${column}`, cell);
      }
    }
  }
  const written = new Set<TextCell>();
  return writeTable(
    rows.map((row, index) =>
      columns.flatMap((column): TableCell[] => {
        const cell = places.get(`${row},${column}`);
        const isHeader = index === 0;
        if (cell === undefined) return [tableCell('', 1, 1, isHeader)];
        if (onlyPipes) return [tableCell(cell.text, 1, 1, isHeader)];
        // A spanning cell is written at the first row and column kept of it.
        if (written.has(cell)) return [];
        written.add(cell);
        return [
          tableCell(
            cell.text,
            columns.filter((each) => each >= cell.column && each < cell.column + cell.columnSpan).length,
            rows.filter((each) => each >= cell.row && each < cell.row + cell.rowSpan).length,
            isHeader,
          ),
        ];
      }),
    ),
  );
}

/** All that the half-open ranges hold, ascending. */
const kept = (ranges: readonly { readonly from: number; readonly to: number }[]): number[] => {
  const held = new Set<number>();
  for (const { from, to } of ranges) {
    for (let index = from; index < to; index++) held.add(index);
  }
  return [...held].sort((a, b) => a - b);
};

const tableCell = (value: string, columns: number, rows: number, isHeader: boolean): TableCell => ({
  blocks: value === '' ? [] : [{ kind: 'paragraph', content: [text(value)] }],
  columns,
  rows,
  isHeader,
});
