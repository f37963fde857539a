/** Rows as they are kept: JSONL in pieces, with a survey of their columns. */
import type { Column } from './columns.ts';
import { ColumnSurvey } from './columns.ts';
import { LONGEST_ROW, MOST_ROWS, rowsInvalid } from './row.ts';
import type { Row } from './row.ts';

/** What is known of rows. */
export interface Survey {
  readonly rows: number;
  readonly columns: readonly Column[];
}

export interface RowPieces {
  /** Whole lines. */
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Of the rows in the pieces that were read. */
  readonly survey: () => Survey;
}

/** Text that is passed on at once. */
const PIECE = 64 * 1024;

/** Throws `rows_invalid` for a row that is too large, and for too many rows or columns. */
export function piecesOf(rows: AsyncIterable<Row>): RowPieces {
  const survey = new ColumnSurvey();
  return { pieces: linesOf(rows, survey), survey: () => ({ rows: survey.rows, columns: survey.columns }) };
}

async function* linesOf(rows: AsyncIterable<Row>, survey: ColumnSurvey): AsyncGenerator<Buffer> {
  let piece = '';
  for await (const row of rows) {
    survey.add(row);
    if (survey.rows > MOST_ROWS) {
      throw rowsInvalid('too_many_rows', `A version has at most ${MOST_ROWS} rows. Use several datasets.`, {
        line: survey.rows,
      });
    }
    const line = JSON.stringify(row);
    if (Buffer.byteLength(line) > LONGEST_ROW) {
      throw rowsInvalid('row_too_large', `A row has at most ${LONGEST_ROW} bytes. Shorten it.`, { line: survey.rows });
    }
    piece += `${line}\n`;
    if (piece.length < PIECE) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  if (piece !== '') yield Buffer.from(piece);
}
