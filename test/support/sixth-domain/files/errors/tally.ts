/** What can be wrong with a text whose words are counted. */
import type { ErrorEntries } from './entry.ts';

export const TALLY_ERRORS = {
  no_words: {
    title: 'The text has no words',
    status: null,
    retryable: false,
    fix: 'Put words at the address, then retry the job.',
  },
} as const satisfies ErrorEntries;
