/** What can be wrong with synthetic data. */
import type { ErrorEntries } from './entry.ts';

export const SYNTHESIS_ERRORS = {} as const satisfies ErrorEntries;
