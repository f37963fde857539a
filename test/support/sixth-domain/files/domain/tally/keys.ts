import { objectKey } from '../keys.ts';

/** Where the counts of a job's text are kept. A repeated attempt writes the same key again. */
export function countsKey(jobId: string, position: number): string {
  return objectKey('tallies/', jobId, `${position}.json`);
}
