/** What can be wrong with an evaluation. */
import type { ErrorEntries } from './entry.ts';

export const EVALUATION_ERRORS = {
  too_many_cases: {
    title: 'The request has too many cases',
    status: 422,
    retryable: false,
    fix: 'Submit the evaluation as a job (POST /v1/eval/jobs), or with fewer cases.',
  },
} as const satisfies ErrorEntries;
