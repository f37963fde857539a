/** Dates in texts and questions, periods, validity of facts, contradictions. */
export { WORDS_OF_ONE, conflictsIn, mayConflict } from './conflicts.ts';
export type { Claim, Conflict } from './conflicts.ts';
export { datesIn, meant } from './dates-in.ts';
export type { DateContext, TextDate } from './dates-in.ts';
export { documentDate, writesDayFirst } from './document-date.ts';
export type { DatedDocument, DocumentDate } from './document-date.ts';
export { dayOf, isoOf, today } from './period.ts';
export type { Period } from './period.ts';
export { askedTime } from './question.ts';
export type { AskedTime } from './question.ts';
export { rankInTime } from './rank.ts';
export { validities } from './validity.ts';
export type { Validity } from './validity.ts';
