/** Cells of a binary workbook that follow another one may have no column of their own ([MS-XLSB] 2.4). */
import type { BinaryRecord } from './binary-records.ts';

const ROW = 0;
/** The first and the last kind of cell, and the kind of those with rich text. */
const BLANK = 1;
const FORMULA_ERROR = 11;
const RICH_STRING = 62;

/** The short records of cells, with the kind that has a column. */
const SHORT_CELLS: ReadonlyMap<number, number> = new Map([
  [12, BLANK],
  [13, 2],
  [14, 3],
  [15, 4],
  [16, 5],
  [17, 6],
  [18, 7],
]);

/** The same records, in which each cell has its column. */
export function* withColumns(records: Iterable<BinaryRecord>): Generator<BinaryRecord> {
  let column = -1;
  for (const record of records) {
    const { type, data } = record;
    const kind = SHORT_CELLS.get(type);
    if (kind !== undefined) {
      const head = Buffer.alloc(4);
      head.writeUInt32LE(++column);
      yield { type: kind, data: Buffer.concat([head, data]) };
      continue;
    }
    if (type === ROW) column = -1;
    else if ((type >= BLANK && type <= FORMULA_ERROR) || type === RICH_STRING) column = data.readUInt32LE(0);
    yield record;
  }
}
