/** Lines that are headings: one to six number signs, and what they say. */

/** 1 to 6; 0 for a line that is no heading. Any white space may stand before it. */
export const headingLevel = (line: string): number => /^\s*(#{1,6})(?:\s|$)/.exec(line)?.[1]?.length ?? 0;

/** Characters of a heading that stand for it. */
export const LONGEST_HEADING = 200;

/**
 * What a trimmed heading, or its beginning, says. Unlike CommonMark, number signs at its end never belong to it: chunks
 * are stored so.
 */
export const headingText = (line: string): string =>
  line
    .replace(/^#{1,6}/, '')
    .replace(/#{1,6}$/, '')
    .trim();

/** What the heading at this place says, of its first 200 characters. */
export const headingAt = (markdown: string, start: number, end: number): string =>
  headingText(markdown.slice(start, Math.min(end, start + LONGEST_HEADING)).trim());

/**
 * What stands behind the number signs without the closing ones: `Title ##`. As CommonMark has it, those that touch a
 * word belong to it.
 */
export function withoutClosing(heading: string): string {
  const text = heading.trimEnd();
  let end = text.length;
  while (text[end - 1] === '#') end--;
  return /\s/.test(text[end - 1] ?? '') ? text.slice(0, end).trimEnd() : text;
}
