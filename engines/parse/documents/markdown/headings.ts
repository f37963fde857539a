/** The text of Markdown headings. */

/** The text of a heading without its closing sequence: `Title ##`. A sequence that touches a word belongs to it. */
export function withoutClosing(heading: string): string {
  const text = heading.trimEnd();
  let end = text.length;
  while (text[end - 1] === '#') end--;
  return /\s/.test(text[end - 1] ?? '') ? text.slice(0, end).trimEnd() : text;
}
