/** What can be wrong with an evaluation. */
import type { ErrorEntries } from './entry.ts';

export const EVALUATION_ERRORS = {
  rows_invalid: {
    title: 'The rows cannot be read',
    status: null,
    retryable: false,
    fix: 'Correct the row that the error names, then import again.',
  },
  case_invalid: {
    title: 'A row cannot become a case',
    status: null,
    retryable: false,
    fix: 'Correct the column that the error names, or map the field to another column.',
  },
  runs_not_comparable: {
    title: 'The runs cannot be compared',
    status: 409,
    retryable: false,
    fix: 'Compare two quality runs that have succeeded, over the same cases and with a common metric.',
  },
} as const satisfies ErrorEntries;
