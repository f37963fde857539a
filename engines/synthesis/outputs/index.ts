/** Files of items. */
export { csvOf } from './csv.ts';
export { datasetRow } from './dataset-row.ts';
export { chatLine, jsonLine, knowledgeInputLine, rejectedLine } from './jsonl.ts';
export { parquetOf } from './parquet.ts';
export { SheetSurvey, sheetRow } from './sheets.ts';
export type { Sheet, SheetRow } from './sheets.ts';
