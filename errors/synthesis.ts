/** What can be wrong with synthetic data. */
import type { ErrorEntries } from './entry.ts';

export const SYNTHESIS_ERRORS = {
  sources_empty: {
    title: 'There is nothing to make items from',
    status: null,
    retryable: false,
    fix: 'Name sources that have text and that you may read. A knowledge dataset has passages after Cognify.',
  },
  sources_too_short: {
    title: 'The texts are too short to make items from',
    status: null,
    retryable: false,
    fix:
      'Name sources with whole sentences: questions and conversations need texts of at least four words, ' +
      'instructions of at least two.',
  },
} as const satisfies ErrorEntries;
