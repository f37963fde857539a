/** What the tables of a document become when it is added with `structured_ingest`. */
import type { InputRecords } from '../../../domain/knowledge/documents/index.ts';
import { MOST_CELLS, MOST_COLUMNS } from '../../../engines/knowledge/records/index.ts';
import type { RecordSurvey, TableSurvey } from '../../../engines/knowledge/records/index.ts';
import { exceedsLimits } from '../processes/cut-stored.ts';
import type { TextPool } from '../processes/pool.ts';
import type { PoolCaller } from '../../../platform/process-pool/index.ts';
import { bytesInput } from '../../../platform/process-pool/pooled-process.ts';

/** Media types whose tables are data. Those of pages and letters are often layout. */
const TABULAR: ReadonlySet<string> = new Set([
  'text/csv',
  'text/tab-separated-values',
  'application/json',
  'application/x-ndjson',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.ms-excel',
  'application/vnd.oasis.opendocument.spreadsheet',
  'text/markdown',
]);

export interface RecordSource {
  readonly mediaType: string;
  /** Names tables without a heading. */
  readonly title: string | null;
  readonly markdown: Uint8Array;
}

/** How many records there will be, and a note that says what they are, or why there are none. */
export async function findRecords(
  texts: Pick<TextPool, 'survey'>,
  { mediaType, title, markdown }: RecordSource,
  caller: PoolCaller,
): Promise<InputRecords> {
  if (!TABULAR.has(mediaType)) {
    return { records: 0, note: `No records: the tables of ${mediaType} stay text.` };
  }
  try {
    const survey = await texts.survey(title, bytesInput(markdown), caller);
    return { records: survey.records, note: noteOf(survey) };
  } catch (error) {
    if (!exceedsLimits(error)) throw error;
    return { records: 0, note: `No records: ${error.message}` };
  }
}

const LIMITS = `merged cells, no header, or more than ${MOST_COLUMNS} columns or ${MOST_CELLS} cells`;

function noteOf({ tables, count, left }: RecordSurvey): string {
  const more = count - tables.length;
  const sentences = [
    ...(count === 0 ? ['No records: there is no table with a header and rows.'] : tables.map(tableNote)),
    ...(more === 0 ? [] : [`There are ${more} more tables.`]),
    ...(left === 0 ? [] : [`Tables that stay text because they have ${LIMITS}: ${left}.`]),
  ];
  return sentences.join(' ');
}

function tableNote({ type, records, namedBy }: TableSurvey): string {
  return `${records} of type ${type}, named by ${namedBy.join(' and ')}.`;
}
