import { objectKey } from '../keys.ts';

/** Where the cases of a job are kept as they were submitted, a JSON text per line. */
export function casesKey(jobId: string, digest: string): string {
  return objectKey('evaluations/', jobId, `${digest}.jsonl`);
}
