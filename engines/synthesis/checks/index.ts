/** Checks of candidate items that need no other process. */
export { isGuessed } from './choices.ts';
export { closedBookCase, closedBookQuestion, closedBookTokens, judgeClosedBook } from './closed-book.ts';
export { Duplicates, askedIn } from './duplicates.ts';
export { SKIP_REASONS } from './scores.ts';
export type { CheckScore, CheckedValue, SkipReason, SkippedCheck } from './scores.ts';
export { madeOf } from './texts.ts';
