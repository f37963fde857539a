/** The tables of a document as CSV. */
import { csvRow } from '../../report/csv.ts';
import { documentBlocks } from './document-blocks.ts';
import type { FormatSource } from './document-blocks.ts';
import type { BlockTable } from './model.ts';
import { FileOutput } from '../file-output.ts';

/** One file per table in the order of the document, made one by one. Throws `output_too_large`. */
export function* tableFiles(source: FormatSource): Generator<{ readonly name: string; readonly bytes: Uint8Array }> {
  let number = 0;
  for (const { table } of documentBlocks(source)) {
    if (table === null) continue;
    const name = `table-${++number}.csv`;
    yield { name, bytes: tableCsv(name, table) };
  }
}

/** The text of a cell that covers several rows or columns is in each of them, so that every row can be read by itself. */
function tableCsv(name: string, { rows, columns, cells }: BlockTable): Uint8Array {
  const grid: (string | null)[][] = Array.from({ length: rows }, () => Array<string | null>(columns).fill(null));
  for (const { row, column, row_span, column_span, text } of cells) {
    for (const line of grid.slice(row, row + row_span)) line.fill(text, column, column + column_span);
  }
  const output = new FileOutput(name);
  for (const line of grid) output.add(csvRow(line));
  return output.bytes();
}
