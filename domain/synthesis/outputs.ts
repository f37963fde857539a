/** The outputs of a synthesis: objects of its job. */
import { objectKey } from '../keys.ts';

/** What a request can ask for, with the media type of the files. */
export const OUTPUT_TYPES = {
  jsonl: 'application/jsonl',
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
  chat_jsonl: 'application/jsonl',
} as const;
export type OutputFormat = keyof typeof OUTPUT_TYPES;

export const CARD_TYPES = { 'card.json': 'application/json', 'card.html': 'text/html; charset=utf-8' } as const;

/** An output of a job, such as `items.jsonl`. */
export const outputKey = (jobId: string, name: string): string => objectKey('synthesis/', jobId, 'outputs', name);
