/** The files of a synthesis: objects of its job. */
import type { ItemFormat } from '../../engines/synthesis/catalog.ts';
import { objectKey } from '../keys.ts';

/** What a request can ask for, with the media type of the files. */
export const OUTPUT_TYPES = {
  jsonl: 'application/jsonl',
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
  chat_jsonl: 'application/jsonl',
  knowledge_inputs: 'application/jsonl',
} as const satisfies Readonly<Record<ItemFormat, string>>;
export type OutputFormat = keyof typeof OUTPUT_TYPES;

export const CARD_TYPES = { 'card.json': 'application/json', 'card.html': 'text/html; charset=utf-8' } as const;

/** A file of a job, such as `items.jsonl`. */
export const outputKey = (jobId: string, name: string): string => objectKey('synthesis/', jobId, 'outputs', name);
