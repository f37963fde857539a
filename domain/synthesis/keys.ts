import { objectKey } from '../keys.ts';

/** Where the order of a job and its sources are kept. */
export const orderKey = (jobId: string, digest: string): string => objectKey('synthesis/', jobId, `${digest}.json`);
