/** Marks with which an answer cites passages. */

/** `[1]`, `[1, 3]` or `[2-4]`. */
export const MARK = /\[(\d{1,3}(?: ?[,–-] ?\d{1,3}){0,19})\]/g;

/** The answer with blanks of the same length in their place: positions stay. */
export const withoutMarks = (answer: string): string => answer.replace(MARK, (mark) => ' '.repeat(mark.length));
