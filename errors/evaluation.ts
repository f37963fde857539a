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
  target_refused: {
    title: 'The target refuses every request',
    status: null,
    retryable: false,
    fix:
      'Correct the address, key or model of the target as `detail` says. A retry of the job keeps the outputs ' +
      'that it has.',
  },
  target_unavailable: {
    title: 'The target does not answer',
    status: null,
    retryable: true,
    awaited: true,
    fix: 'Check that the target is up; the job tries again by itself.',
  },
  target_rate_limited: {
    title: 'The target is called too often',
    status: null,
    retryable: true,
    awaited: true,
    fix: 'Nothing: the job goes on after the time that the target asks for.',
  },
  runs_not_comparable: {
    title: 'The runs cannot be compared',
    status: 409,
    retryable: false,
    fix: 'Compare two quality runs that have succeeded, over the same cases and with a common metric.',
  },
} as const satisfies ErrorEntries;
