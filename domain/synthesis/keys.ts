import { objectKey } from '../keys.ts';

/** Where the order of a job and its sources are kept. */
export const orderKey = (jobId: string, digest: string): string => objectKey('synthesis/', jobId, `${digest}.json`);

/** An output of a job, such as `items.jsonl`. */
export const outputKey = (jobId: string, name: string): string => objectKey('synthesis/', jobId, 'outputs', name);
