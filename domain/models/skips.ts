/** Which failed calls of a language model cost only the item they were about, and which are worth another try. */
import { ServiceError } from '../../errors/index.ts';
import { refusesInput } from '../../platform/models/failures.ts';

/**
 * Why an item was skipped: the output was empty, no JSON, not of the schema or cut at its limit, after one repair; the
 * model refused the text; or it gave no answer again and again while it answered others.
 */
export type SkipReason = 'empty' | 'json' | 'schema' | 'length' | 'refused' | 'no_answer';

/** Why an item is to be skipped after one failed call; `null` for an error that is not about the item. */
export function skipReason(error: unknown): SkipReason | null {
  if (!(error instanceof ServiceError)) return null;
  if (refusesInput(error)) return 'refused';
  if (error.code !== 'model_output_invalid') return null;
  const { reason } = error.details;
  return reason === 'empty' || reason === 'json' || reason === 'length' ? reason : 'schema';
}

/** What stands in a row in place of its reader when a job's model skipped it: `${SKIPPED}${jobId}`. */
export const SKIPPED = 'skipped by ';
export const skippedBy = (jobId: string): string => `${SKIPPED}${jobId}`;

/** Whether the model gave no answer: it is away, or this item breaks it each time. */
export const isUnanswered = (error: Error): boolean =>
  error instanceof ServiceError && error.code === 'model_unavailable';
