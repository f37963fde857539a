/** Lines that are items of lists. */

/** Any white space may stand around the mark, also such that CommonMark does not allow: chunks are stored so. */
export const beginsItem = (line: string): boolean => /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(line);

/** The length of the mark of an item with spaces and tabs around it, as CommonMark has it; 0 for a line without one. */
export const itemMark = (line: string): number => /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/.exec(line)?.[0].length ?? 0;
