/**
 * The headings above a chunk as one text: outermost first, then the row with the names of the columns if the chunk
 * continues a table.
 */
const BELOW = ' › ';

export const joinHeadings = (headings: readonly string[]): string =>
  headings.map((text) => text.replaceAll(BELOW, ' > ')).join(BELOW);

/** The row with the names of the columns; `null` without one. */
export function columnsAbove(heading: string): string | null {
  if (heading.startsWith('|')) return heading;
  const at = heading.indexOf(`${BELOW}|`);
  return at < 0 ? null : heading.slice(at + BELOW.length);
}

/** The headings without the names of columns. */
export function withoutColumns(heading: string): string {
  const columns = columnsAbove(heading);
  return columns === null ? heading : heading.slice(0, -columns.length - BELOW.length);
}

/** The innermost heading, of a record what it is called; empty without one. */
export const nearestHeading = (heading: string): string => withoutColumns(heading).split(BELOW).at(-1) ?? '';
