/** Rows of evaluation datasets: reading files of them, columns, mapping to cases, samples. */
export { COLUMN_TYPES, ColumnSurvey } from './columns.ts';
export type { Column } from './columns.ts';
export { readCsv } from './csv.ts';
export { readJsonl } from './jsonl.ts';
export { linesOf } from './lines.ts';
export { CASE_FIELDS, caseOfRow } from './mapping.ts';
export type { FieldMapping } from './mapping.ts';
export { readParquet } from './parquet/index.ts';
export { piecesOf } from './pieces.ts';
export type { RowPieces, Survey } from './pieces.ts';
export { LONGEST_ROW, checkedRow, rowsInvalid } from './row.ts';
export type { Row } from './row.ts';
export { sampled } from './sample.ts';
export type { Sample } from './sample.ts';
