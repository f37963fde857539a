/** What can be wrong with an evaluation. */
import type { ErrorEntries } from './entry.ts';

export const EVALUATION_ERRORS = {} as const satisfies ErrorEntries;
