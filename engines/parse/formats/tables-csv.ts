/** The tables of a document as CSV. */
import { csvRow } from '../../report/csv.ts';
import { documentBlocks } from './document-blocks.ts';
import type { FormatSource } from './document-blocks.ts';
import type { BlockTable } from './model.ts';
import { FileOutput } from '../documents/file-output.ts';

/**
 * How many characters the cells of all tables may have: that of a merged cell is repeated, and short rows are filled
 * up.
 */
const BASE_CHARACTERS = 1024 * 1024;
const TIMES_MARKDOWN = 64;

export interface TableFile {
  readonly name: string;
  /** `null` for a table that is too large with the text of its merged cells in each of them. */
  readonly bytes: Uint8Array | null;
}

/** One file per table in the order of the document, made one by one. Throws `output_too_large`. */
export function* tableFiles(source: FormatSource): Generator<TableFile> {
  let left = BASE_CHARACTERS + TIMES_MARKDOWN * source.markdown.length;
  let number = 0;
  for (const { table } of documentBlocks(source)) {
    if (table === null) continue;
    const name = `table-${++number}.csv`;
    const size = charactersOf(table);
    const fits = size <= left;
    if (fits) left -= size;
    yield { name, bytes: fits ? tableCsv(name, table) : null };
  }
}

function charactersOf({ rows, columns, cells }: BlockTable): number {
  return cells.reduce(
    (sum, { row_span, column_span, text }) => sum + row_span * column_span * text.length,
    rows * columns,
  );
}

/**
 * The text of a cell that covers several rows or columns is in each of them, so that every row can be read by itself.
 */
function tableCsv(name: string, { rows, columns, cells }: BlockTable): Uint8Array {
  const grid: (string | null)[][] = Array.from({ length: rows }, () => Array<string | null>(columns).fill(null));
  for (const { row, column, row_span, column_span, text } of cells) {
    for (const line of grid.slice(row, row + row_span)) line.fill(text, column, column + column_span);
  }
  const output = new FileOutput(name);
  for (const line of grid) output.add(csvRow(line, Infinity));
  return output.bytes();
}
