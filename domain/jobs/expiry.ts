import type { JobEnvelope } from './model.ts';

const MS_PER_DAY = 86_400_000;

/** When the result and the record of a job that ended at `finishedAt` expire. */
export function jobExpiry({ limits }: JobEnvelope, finishedAt: Date): Date {
  return new Date(finishedAt.getTime() + limits.retention_days * MS_PER_DAY);
}
