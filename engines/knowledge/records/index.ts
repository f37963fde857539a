/** Records in documents: rows of tables and objects of JSON. */
export { chunkRecords } from './chunk-records.ts';
export type { CutRecords } from './chunk-records.ts';
export { fieldsOf } from './fields.ts';
export { entityType, readRecord, recordCandidates } from './read-record.ts';
export type { RecordText } from './read-record.ts';
export { surveyRecords } from './survey.ts';
export type { RecordSurvey, TableSurvey } from './survey.ts';
export { MOST_CELLS, MOST_COLUMNS } from './table.ts';
