import { randomBytes } from 'node:crypto';
import { objectKey } from '../keys.ts';

/** Where the cases of a job are kept as they were submitted, a JSON text per line. */
export function casesKey(jobId: string, digest: string): string {
  return objectKey('evaluations/', jobId, `${digest}.jsonl`);
}

/** A new key for the rows of a dataset. Nobody else writes it. */
export function newRowsKey(datasetId: string): string {
  return objectKey('evaluation-datasets/', datasetId, `${randomBytes(12).toString('hex')}.jsonl`);
}
